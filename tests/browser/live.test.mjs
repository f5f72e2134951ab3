// Live pages and talk: what one does, the others' open pages show without a reload, each what it may; and with
// JavaScript off a reload shows the same.
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { stage as setStage } from './harness.mjs';
import { makeLink, offered, openMatch, playFromList, signUp, sitDown } from './people.mjs';

const SEATS = ['White1', 'Black2', 'White3', 'Black4'];
const SHOTS = process.env.SHOTS;

/** Four who play classic bughouse; their pages are open. */
async function gather(stage) {
  const people = [];
  for (const handle of ['ana', 'bruno', 'caio', 'dora']) people.push(await stage.person(handle));
  await Promise.all(people.map((person) => signUp(stage, person)));
  const path = await openMatch(people[0], { preset: 'classic-bughouse', name: 'Tuesday table', seat: 'White1' });
  for (let n = 1; n < 4; n += 1) await sitDown(people[n], await makeLink(people[0], path), SEATS[n]);
  for (const { page } of people) await page.goto(path);
  return { path, people };
}

const words = (page) => page.locator('#talk .said .text').allInnerTexts();
const listening = (page) => page.waitForFunction(() => performance.getEntriesByType('resource').some((entry) => entry.name.endsWith('/live')) || document.querySelector('[data-live]'));

async function picture(page, name, width) {
  if (!SHOTS) return;
  mkdirSync(SHOTS, { recursive: true });
  const before = page.viewportSize();
  await page.setViewportSize({ width, height: width < 500 ? 740 : 900 });
  await page.screenshot({ path: join(SHOTS, `${name}-${width}.png`), fullPage: true });
  await page.setViewportSize(before);
}

test('open pages follow the game and the talk', { timeout: 5 * 60_000 }, async () => {
  const stage = await setStage();
  try {
    const { path, people: [ana, bruno, caio, dora] } = await gather(stage);
    for (const { page } of [ana, bruno, caio, dora]) await listening(page);
    // A page that was loaded once more would have lost this.
    for (const { page } of [ana, bruno, caio, dora]) await page.evaluate(() => { window.sameDocument = true; });
    const same = async () => {
      for (const { page, handle } of [ana, bruno, caio, dora]) assert.ok(await page.evaluate(() => window.sameDocument), `${handle}'s page was not reloaded`);
    };

    // Dora is in the middle of writing, with the cursor inside her words.
    await dora.page.locator('#say-team').fill('I was about to say');
    await dora.page.locator('#say-team').evaluate((field) => field.setSelectionRange(2, 5));

    // Ana asks her partner for a knight.
    await ana.page.getByRole('button', { name: 'need a knight' }).click();
    await dora.page.locator('#talk .said .text', { hasText: 'need a knight' }).waitFor();
    await ana.page.locator('#talk .said .text', { hasText: 'need a knight' }).waitFor();
    assert.equal(await dora.page.locator('#say-team').inputValue(), 'I was about to say');
    assert.deepEqual(await dora.page.locator('#say-team').evaluate((field) => [document.activeElement === field, field.selectionStart, field.selectionEnd]), [true, 2, 5]);
    assert.match(await dora.page.locator('[role=status]').last().innerText(), /New in talk, from ana/);

    // What is for all comes to all; the opponents never heard the rest.
    await caio.page.locator('#say-table').fill('good luck\n<b>to all</b>');
    await caio.page.locator('#talk-table').getByRole('button', { name: 'Say it' }).click();
    for (const { page } of [ana, bruno, caio, dora]) await page.locator('#talk .said .text', { hasText: 'to all' }).waitFor();
    assert.equal(await caio.page.locator('#say-table').inputValue(), '', 'what is said leaves the field');
    for (const { page } of [bruno, caio]) assert.deepEqual(await words(page), ['good luck\n<b>to all</b>']);

    // Bruno sees ana's move, dora keeps what she writes; caio has picked up a piece on the other board.
    const [first] = await offered(caio.page);
    await caio.page.locator(`.own [data-sq="${first.from}"]`).click();
    await caio.page.locator('.own .picked').waitFor();
    const [move] = await offered(ana.page);
    const line = ana.page;
    await playFromList(line, move.text ? move : first);
    await bruno.page.locator('#play').waitFor();
    assert.match(await bruno.page.locator('h1').innerText(), /your move/i);
    assert.match(await bruno.page.title(), /your move/i);
    await dora.page.locator('.story .move').first().waitFor();
    await caio.page.locator('.story .move').first().waitFor();
    assert.equal(await caio.page.locator('.own .picked').getAttribute('data-sq'), first.from, 'the piece stays picked up');
    assert.equal(await dora.page.locator('#say-team').inputValue(), 'I was about to say');
    await ana.page.evaluate(() => { window.sameDocument = true; });
    await same();

    // The half-made choice is good for a move, and bruno's page, which had no form before, has a board to tap.
    await caio.page.locator(`.own [data-sq="${first.to}"]`).click();
    await caio.page.locator('[data-play]').click();
    await caio.page.waitForURL(/done=played/);
    const [answer] = await offered(bruno.page);
    await bruno.page.locator(`.own [data-sq="${answer.from}"]`).click();
    await bruno.page.locator(`.own [data-sq="${answer.to}"]`).click();
    // A move to be confirmed stays to be confirmed while the talk goes on.
    await ana.page.locator('#say-table').fill('take your time');
    await ana.page.locator('#talk-table').getByRole('button', { name: 'Say it' }).click();
    await bruno.page.locator('#talk .said .text', { hasText: 'take your time' }).waitFor();
    await picture(bruno.page, 'confirm', 360);
    await bruno.page.locator('[data-play]').click();
    await bruno.page.waitForURL(/done=played/);
    assert.equal(await bruno.page.getByRole('alert').count(), 0);

    await dora.page.locator('#talk-team').getByRole('button', { name: 'Say it' }).click();
    await ana.page.locator('#talk .said .text', { hasText: 'I was about to say' }).waitFor();
    for (const width of [360, 1280]) {
      await picture(ana.page, 'match', width);
      await dora.page.goto(`${path}/talk`);
      await picture(dora.page, 'talk', width);
    }

    // The talk's own page is live too, and long words are refused with everything kept.
    const long = 'long '.repeat(250);
    await dora.page.locator('#say-team').fill(long);
    await dora.page.locator('#talk-team').getByRole('button', { name: 'Say it' }).click();
    await dora.page.locator('#why-team').waitFor();
    assert.equal((await dora.page.locator('#say-team').inputValue()).trim(), long.trim());
    await picture(dora.page, 'refused', 360);
    await ana.page.getByRole('button', { name: 'hold the queen' }).click();
    await dora.page.locator('#talk .said .text', { hasText: 'hold the queen' }).waitFor();
    assert.equal((await dora.page.locator('#say-team').inputValue()).trim(), long.trim());

    // A page out of sight hears nothing, and catches up when it is looked at again.
    await dora.page.goto('/matches');
    await ana.page.getByRole('button', { name: 'go', exact: true }).click();
    await ana.page.locator('#talk .said .text', { hasText: /^go$/ }).waitFor();
    await dora.page.goto('/matches');
    await dora.page.getByRole('link', { name: '1 new in talk' }).waitFor();
    for (const width of [360, 1280]) await picture(dora.page, 'matches', width);
    await dora.page.goBack();
  } finally {
    await stage.close();
  }
});

test('without JavaScript a reload shows all, and every form works', { timeout: 5 * 60_000 }, async () => {
  const stage = await setStage({ javaScript: false });
  try {
    const { path, people: [ana, bruno, , dora] } = await gather(stage);
    await ana.page.locator('#say-team').fill('half a thought');
    await ana.page.getByRole('button', { name: 'need a rook' }).click();
    assert.equal(await ana.page.locator('#say-team').inputValue(), 'half a thought', 'a phrase leaves what was typed');
    await ana.page.goto(path);
    await ana.page.locator('#say-table').fill('hello all');
    await ana.page.locator('#talk-table').getByRole('button', { name: 'Say it' }).click();
    assert.equal(new URL(ana.page.url()).hash, '#talk');
    await dora.page.reload();
    assert.deepEqual(await words(dora.page), ['need a rook', 'hello all']);
    await bruno.page.reload();
    assert.deepEqual(await words(bruno.page), ['hello all']);
    await bruno.page.getByRole('link', { name: 'Mute or report ana' }).click();
    await picture(bruno.page, 'report', 360);
    await bruno.page.getByRole('button', { name: 'Mute ana' }).click();
    await bruno.page.goto(path);
    assert.equal(await bruno.page.getByText('Folded away: you muted ana').count(), 1);
    await picture(bruno.page, 'muted', 360);
    await dora.page.locator('#note').evaluate((field) => { field.closest('details').open = true; });
    await dora.page.locator('#note').fill('their bishops are gone');
    await dora.page.locator('.notes button').click();
    assert.equal(await dora.page.locator('#note').inputValue(), 'their bishops are gone');
    for (const width of [360, 1280]) await picture(dora.page, 'plain', width);
  } finally {
    await stage.close();
  }
});
