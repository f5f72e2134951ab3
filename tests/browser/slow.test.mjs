// Slow games in a real browser: a draw by the word of four, a vacation that the others see, a seat that a
// substitute takes. Played twice: with JavaScript, and with JavaScript off.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stage as setStage } from './harness.mjs';
import { makeLink, openMatch, signUp, sitDown } from './people.mjs';

for (const javaScript of [true, false]) {
  test(`draw, vacation, substitute, JavaScript ${javaScript ? 'on' : 'off'}`, { timeout: 5 * 60_000 }, async () => {
    const stage = await setStage({ javaScript });
    try {
      const people = await Promise.all(['ana', 'bruno', 'caio', 'dora', 'eve'].map((handle) => stage.person(handle)));
      for (const person of people) await signUp(stage, person);
      const [ana, bruno, caio, dora, eve] = people;
      const path = await openMatch(ana, { preset: 'bughouse-worst-move', name: 'Slow table', seat: 'White1' });
      const link = await makeLink(ana, path);
      await sitDown(bruno, link, 'Black2');
      await sitDown(caio, link, 'White3');
      await sitDown(dora, link, 'Black4');
      await vacation(path, caio, ana);
      await substitute(path, { leaves: dora, comes: eve, partner: ana, opponent: bruno, other: caio });
      await draw(path, bruno, [ana, caio, eve]);
    } finally {
      await stage.close();
    }
  });
}

/** The card "At the table", open. */
async function table({ page }, path) {
  await page.goto(path);
  const card = page.locator('#deeds');
  if (!(await card.evaluate((d) => d.open))) await card.locator('summary').click();
  return card;
}

const sees = async ({ page }, words) => {
  const main = await page.locator('main').innerText();
  assert.match(main.replace(/\s+/g, ' '), words);
};

async function vacation(path, traveller, other) {
  const card = await table(traveller, path);
  const last = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
  await card.getByLabel('Last day').fill(last);
  await card.getByRole('button', { name: 'Take vacation here' }).click();
  await sees(traveller, /Your vacation is set; the others see it\./);
  await other.page.goto(path);
  await sees(other, new RegExp(`on vacation until ${Number(last.slice(8))} \\w+ ${last.slice(0, 4)}`));
  const again = await table(traveller, path);
  await again.getByRole('button', { name: 'End it now' }).click();
  await other.page.goto(path);
  assert.doesNotMatch(await other.page.locator('main').innerText(), /on vacation until/);
}

async function substitute(path, { leaves, comes, partner, opponent, other }) {
  const card = await table(leaves, path);
  await card.getByRole('link', { name: 'Leave for good' }).click();
  await leaves.page.getByRole('button', { name: /^Yes, leave/ }).click();
  await sees(leaves, /You have left/);

  await comes.page.goto('/open');
  await comes.page.getByRole('link', { name: 'Slow table' }).click();
  await comes.page.getByRole('button', { name: 'Ask for Black4' }).click();
  await sees(comes, /You have asked for the seat/);

  for (const player of [partner, opponent]) {
    await player.page.goto('/matches');
    await sees(player, /eve asks for the empty seat/);
    await player.page.getByRole('link', { name: 'Slow table' }).click();
    await player.page.getByRole('button', { name: 'Agree', exact: true }).click();
    await sees(player, /Your word is given/);
  }
  await comes.page.goto(path);
  await sees(comes, /Black4 eve you/);
  await other.page.goto(path);
  assert.doesNotMatch(await other.page.locator('main').innerText(), /is empty/);
}

async function draw(path, offerer, others) {
  const card = await table(offerer, path);
  await card.getByRole('button', { name: 'Offer a draw' }).click();
  await sees(offerer, /You offer a draw\. The words of ana, caio and eve are missing\./);
  for (const player of others) {
    await player.page.goto(path);
    await sees(player, /bruno offers a draw\./);
    // By the keyboard alone.
    await player.page.getByRole('button', { name: 'Agree to a draw' }).focus();
    await player.page.keyboard.press('Enter');
    await player.page.waitForURL(/done=agreed/);
  }
  await offerer.page.goto(path);
  await sees(offerer, /draw/i);
  assert.equal(await offerer.page.locator('#deeds').count(), 0, 'nothing is left to do');
}
