// A match of two games: the king falls, its captor picks a camel by mail, opponents change places, and the camel
// is dropped. Played twice: with JavaScript, and with JavaScript off.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stage as setStage } from './harness.mjs';
import { linkIn, makeLink, offered, playFromList, playOnBoard, signUp, sitDown } from './people.mjs';

/** Without a type die the queen is at the king after three moves; the last one takes it. */
const SHORT_GAME = ['e2e4', 'f7f6', 'd1h5', 'a7a6', 'h5e8'];

for (const javaScript of [true, false]) {
  test(`two games and a reward, JavaScript ${javaScript ? 'on' : 'off'}`, { timeout: 5 * 60_000 }, async () => {
    const stage = await setStage({ javaScript });
    try {
      const people = await Promise.all(['ana', 'bruno'].map((handle) => stage.person(handle)));
      for (const person of people) await signUp(stage, person);
      const [ana, bruno] = people;
      const path = await open(ana);
      await sitDown(bruno, await makeLink(ana, path), 'Black2');
      await play([ana, bruno], path, SHORT_GAME, javaScript);
      await pick(stage, ana, path);
      // The opponents have changed places: bruno has White now, and ana her camel.
      await play([bruno, ana], path, ['e2e4', 'f7f6', 'd1h5', 'C@e6', 'h5e8'], javaScript);
      await lookBack(stage, people, path);
      if (javaScript) await prove(ana, path);
    } finally {
      await stage.close();
    }
  });
}

async function open({ page }) {
  await page.goto('/matches/new?preset=dice-chess');
  await page.getByLabel('Name of the match').fill('Return match');
  await page.getByLabel('Games', { exact: true }).fill('2');
  await page.getByLabel('Only whom I invite').check();
  await page.getByText('Fairy pieces', { exact: true }).click();
  await page.getByLabel('Gifts').selectOption('1');
  await page.getByLabel('Rewards').selectOption('1');
  await page.getByText('Change the rules').click();
  await page.getByLabel('Type die').selectOption('false');
  await page.getByRole('button', { name: 'Open the match' }).click();
  await page.waitForURL(/\/m\/[0-9a-f-]{36}/);
  return new URL(page.url()).pathname.match(/\/m\/[0-9a-f-]{36}/)[0];
}

/** White and Black play these moves in turn, by the board and now and then by the list. */
async function play(players, path, moves, javaScript) {
  for (const [n, text] of moves.entries()) {
    const { page, handle } = players[n % 2];
    await page.goto(path);
    const mv = (await offered(page)).find((one) => one.text === text);
    assert.ok(mv, `${handle} may play ${text}`);
    if (n === 2) await playFromList(page, mv);
    else await playOnBoard(page, mv, javaScript);
    await page.waitForLoadState();
    assert.equal(await page.getByRole('alert').count(), 0, await page.locator('main').innerText());
  }
}

/** The captor is mailed, follows the link, and picks a camel. */
async function pick(stage, ana, path) {
  const { page } = ana;
  const mail = await stage.inbox.find((m) => m.to[0] === ana.address && /reward/i.test(m.subject), { what: "ana's reward" });
  await page.goto(linkIn(mail, /http:\/\/\S+\/m\/\S+/));
  await page.getByRole('radio', { name: /^Camel/i }).check();
  await page.getByRole('button', { name: /reward/i }).click();
  await page.waitForLoadState();
  assert.equal(await page.getByRole('alert').count(), 0, await page.locator('main').innerText());
  await page.goto(path);
  assert.match(await page.locator('main').innerText(), /Game 2 of 2/);
}

/** The score of both games stands on the page, in the last mails, and in the archive. */
async function lookBack(stage, [ana, bruno], path) {
  for (const person of [ana, bruno]) {
    const end = await stage.inbox.find((m) => m.to[0] === person.address && /2 : 2/.test(m.text), { what: `the end mail of ${person.handle}` });
    assert.equal(end.to.length, 1);
  }
  const { page } = ana;
  await page.goto(path);
  const words = (await page.locator('main').innerText()).replace(/\s+/g, ' ');
  assert.match(words, /The match is drawn, 2 to 2/);
  assert.match(words, /Game 1 .*1 point for the victory/);
  await page.goto('/archive');
  assert.match((await page.locator('main').innerText()).replace(/\s+/g, ' '), /Return match.*2 : 2/);
}

/** The browser checks the table's rolls and all seals, which went from board to table and to the other seat. */
async function prove({ page }, path) {
  await page.goto(`${path}/dice`);
  await page.getByText('The table', { exact: true }).waitFor();
  assert.match(await page.locator('[data-verdict]').innerText(), /has recomputed 2 rolls .*all of them hold/);
  assert.equal(await page.locator('tr[data-opened="false"]').count(), 0, 'every seal was opened');
}
