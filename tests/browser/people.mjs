// What people do on the site, as a person would: by links, labels and buttons.
import assert from 'node:assert/strict';

/** The address of the site in a mail's text. */
export function linkIn(message, pattern) {
  const found = message.text.match(pattern);
  assert.ok(found, `no ${pattern} in the mail "${message.subject}":\n${message.text}`);
  return found[0];
}

/** Signs up, confirms the address by the mail, and logs in. */
export async function signUp(stage, person) {
  const { page } = person;
  await page.goto('/signup');
  await page.getByLabel('Mail address').fill(person.address);
  await page.getByLabel('Name at the table').fill(person.handle);
  await page.getByLabel('Password').fill(person.password);
  await page.getByLabel('Time zone').fill('Europe/Madrid');
  await page.getByRole('main').getByRole('button', { name: 'Sign up' }).click();
  const mail = await stage.inbox.find((m) => m.to.includes(person.address), { what: `the verification of ${person.handle}` });
  assert.deepEqual(mail.to, [person.address]);
  await page.goto(linkIn(mail, /http:\/\/\S+\/verify\/\w+/));
  await page.getByRole('button', { name: 'This is my address' }).click();
  await logIn(person);
}

/** Logs in where a confirmed address does not do so by itself. */
export async function logIn(person) {
  const { page } = person;
  await page.goto('/matches');
  if (!new URL(page.url()).pathname.startsWith('/login')) return;
  await page.getByLabel('Mail address').fill(person.address);
  await page.getByLabel('Password').fill(person.password);
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL('**/matches');
}

/** Opens a match and gives its path, `/m/…`. */
export async function openMatch(person, { preset, name, seat }) {
  const { page } = person;
  await page.goto('/matches');
  await page.goto(`/matches/new?preset=${preset}`);
  await page.getByLabel('Name of the match').fill(name);
  await page.getByLabel('Only whom I invite').check();
  await page.getByLabel('Your seat').selectOption(seat);
  await page.getByRole('button', { name: 'Open the match' }).click();
  await page.waitForURL(/\/m\/[0-9a-f-]{36}/);
  return new URL(page.url()).pathname.match(/\/m\/[0-9a-f-]{36}/)[0];
}

/** Invites by address or handle. */
export async function invite(person, path, to) {
  const { page } = person;
  await page.goto(`${path}/invite`);
  await page.getByLabel('Mail address, or name of a player here').fill(to);
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
}

/** Makes a link and gives it. */
export async function makeLink(person, path) {
  const { page } = person;
  await page.goto(`${path}/invite`);
  await page.getByRole('button', { name: 'Make a link' }).click();
  return page.locator('#link').inputValue();
}

/** Sits down at the table behind a link. */
export async function sitDown(person, link, seat) {
  const { page } = person;
  await page.goto(link);
  await page.getByRole('radio', { name: new RegExp(`^${seat}`) }).check();
  await page.getByRole('button', { name: 'Take this seat' }).click();
  await page.waitForURL(/\/m\/[0-9a-f-]{36}(\/join\?done=joined)?$/);
}

/** The moves that the page offers: text, short notation, squares. */
export function offered(page) {
  return page.locator('#listed option[data-to]').evaluateAll((options) =>
    options.map((o) => ({
      text: o.value,
      san: o.textContent.split(':')[0],
      from: o.dataset.from || null,
      drop: o.dataset.drop || null,
      to: o.dataset.to,
      promotion: o.dataset.promotion || null,
    })));
}

const VALUE = { P: 1, N: 3, B: 3, R: 5, Q: 9, K: 0 };

/** A move that brings the end near: take the king, attack it, take what is worth most, go forward. */
export function liveliest(moves) {
  const rank = (mv) => {
    if (mv.san.includes('#')) return 1000;
    if (mv.san.includes('+')) return 100;
    if (mv.san.includes('x')) return 50 + (VALUE[mv.san[0]] ?? 1);
    const piece = mv.drop?.[0] ?? mv.san[0];
    return (VALUE[piece] ?? 1) + (mv.drop ? 5 : 0);
  };
  return moves.reduce((best, mv) => (rank(mv) > rank(best) ? mv : best));
}

/** Plays by tapping piece and square and confirming (JavaScript), or by the two steps of the plain form. */
export async function playOnBoard(page, mv, javaScript) {
  const piece = mv.drop ? page.locator(`.own .hand [data-drop="${mv.drop}"] .act`).first() : page.locator(`.own [data-sq="${mv.from}"] .act`);
  // Both seats of the board may hold such a piece; only the mover's can be taken up.
  const start = mv.drop ? `.own .hand [data-drop="${mv.drop}"]:has(.act)` : `.own [data-sq="${mv.from}"]`;
  if (javaScript) {
    await page.locator(start).first().click();
    await page.locator(`.own [data-sq="${mv.to}"]`).click();
    if (mv.promotion) await page.locator('.promote.asked button').first().click();
    await page.locator('[data-play]').click();
  } else {
    await piece.click();
    if (mv.promotion) await page.locator(`#promote-${mv.to} button[value="${mv.text}"]`).click();
    else await page.locator(`.own [data-sq="${mv.to}"] button.act`).click();
  }
}

/** Plays from the list of all legal moves. */
export async function playFromList(page, mv) {
  const others = page.locator('details.others');
  if (!(await others.evaluate((d) => d.open))) await others.locator('summary').click();
  await page.locator('#listed').selectOption(mv.text);
  await page.locator('form.listed button').click();
}
