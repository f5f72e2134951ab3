// A whole match by mail: four people, invitation to archive, in a real browser with a real SMTP server.
// Played twice: with JavaScript, and with JavaScript off.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { stage as setStage } from './harness.mjs';
import { invite, linkIn, liveliest, makeLink, offered, openMatch, playFromList, playOnBoard, signUp, sitDown } from './people.mjs';

const BINARY = process.env.DELIRIOUS_BIN ?? resolve(import.meta.dirname, '../../target/debug/delirious');
const SEATS = ['White1', 'Black2', 'White3', 'Black4'];
const OPPONENT = { White1: 'Black2', Black2: 'White1', White3: 'Black4', Black4: 'White3' };
const MOST_TURNS = 400;

for (const javaScript of [true, false]) {
  test(`a match from invitation to archive, JavaScript ${javaScript ? 'on' : 'off'}`, { timeout: 15 * 60_000 }, async () => {
    const stage = await setStage({ javaScript });
    try {
      const people = await Promise.all(['ana', 'bruno', 'caio', 'dora'].map((handle) => stage.person(handle)));
      for (const person of people) await signUp(stage, person);
      const path = await gather(stage, people);
      const seen = await playToTheEnd(stage, path, bySeat(people), javaScript);
      assert.ok(seen.best > 0 && seen.worst > 0, `both kinds of roll came: ${JSON.stringify(seen)}`);
      await lookBack(stage, path, people, seen);
    } finally {
      await stage.close();
    }
  });
}

const bySeat = (people) => Object.fromEntries(SEATS.map((seat, i) => [seat, people[i]]));

/** Ana opens a match and invites by address, by handle and by link; with the fourth it starts by itself. */
async function gather(stage, [ana, bruno, caio, dora]) {
  const path = await openMatch(ana, { preset: 'bughouse-worst-move', name: 'Tuesday table', seat: 'White1' });
  const from = stage.inbox.messages.length;
  await invite(ana, path, bruno.address);
  await invite(ana, path, 'caio');
  const link = await makeLink(ana, path);
  const toBruno = await stage.inbox.find((m) => m.to.includes(bruno.address), { from, what: "bruno's invitation" });
  const toCaio = await stage.inbox.find((m) => m.to.includes(caio.address), { from, what: "caio's invitation" });
  for (const [mail, address] of [[toBruno, bruno.address], [toCaio, caio.address]]) {
    assert.deepEqual(mail.to, [address]);
    assert.ok(!mail.text.includes(ana.address), 'no address of a player is shown to another');
  }
  await sitDown(bruno, linkIn(toBruno, /http:\/\/\S+\/i\/\w+/), 'Black2');
  await sitDown(caio, linkIn(toCaio, /http:\/\/\S+/), 'White3');
  await sitDown(dora, link, 'Black4');
  for (const person of [ana, bruno, caio, dora]) {
    await stage.inbox.find((m) => m.to.includes(person.address) && /start|begun|began/i.test(m.subject), { from, what: `the start mail of ${person.handle}` });
  }
  return path;
}

/** The state of the match as everybody can read it, from its export. */
async function log(stage, path) {
  const answer = await fetch(`${stage.url}${path}.json`);
  assert.equal(answer.status, 200);
  const text = await answer.text();
  const events = JSON.parse(text).log.map((entry) => JSON.parse(entry.public));
  return { text, events };
}

/** The decisions that are open: the last roll of each board that no move has answered. */
function openDecisions(events) {
  const open = {};
  for (const event of events) {
    if (event.kind === 'rolled') open[event.board] = event;
    if (event.kind === 'moved' || event.kind === 'passed') delete open[event.board];
    if (event.kind === 'moved') (open.moves ??= {})[event.board] = event.seat;
  }
  return [1, 2].filter((board) => open[board]).map((board) => {
    const last = open.moves?.[board];
    const mover = last ? OPPONENT[last] : board === 1 ? 'White1' : 'White3';
    const [, worst] = open[board].dice;
    return { board, mover, worst: worst <= 3, decider: worst <= 3 ? OPPONENT[mover] : mover };
  });
}

/** Everybody plays what their mails ask for, until a king falls. */
async function playToTheEnd(stage, path, people, javaScript) {
  const seen = { best: 0, worst: 0, turns: 0 };
  let mailsRead = 0;
  for (; seen.turns < MOST_TURNS; seen.turns += 1) {
    const { events } = await log(stage, path);
    const decisions = openDecisions(events);
    if (decisions.length === 0 || (await isOver(people.White1.page, path))) break;
    const turn = decisions[seen.turns % decisions.length];
    const decider = people[turn.decider];
    await mailsAreRight(stage, turn, people, seen.turns < 6 ? 0 : mailsRead);
    mailsRead = Math.max(0, stage.inbox.messages.length - 40);
    await decide(decider, path, turn, seen, javaScript);
    seen[turn.worst ? 'worst' : 'best'] += 1;
  }
  assert.ok(seen.turns < MOST_TURNS, 'the match came to an end');
  return seen;
}

async function isOver(page, path) {
  await page.goto(path);
  return (await page.getByText('How it went').count()) > 0;
}

/** The decider has a mail that says what to decide; on a worst roll the mover has one that says who chooses. */
async function mailsAreRight(stage, turn, people, from) {
  const to = (person, subject) => (m) => m.to.length === 1 && m.to[0] === person.address && subject.test(m.subject);
  const decider = people[turn.decider];
  if (!turn.worst) {
    await stage.inbox.find(to(decider, /your turn/i), { from, what: `the turn of ${decider.handle}` });
    return;
  }
  await stage.inbox.find(to(decider, new RegExp(`you choose ${turn.mover}`, 'i')), { from, what: `the choice of ${decider.handle}` });
  const mover = people[turn.mover];
  // At the start the mail that says that it has begun says this too.
  const told = (m) => to(mover, /chooses your move|has begun/i)(m) && /is choosing your\s+move/.test(m.text);
  await stage.inbox.find(told, { from, what: `the word to ${mover.handle}` });
}

/** One decision through the match page: on the board, or (each third one) from the list. */
async function decide(person, path, turn, seen, javaScript) {
  const { page } = person;
  await page.goto(path);
  const headline = await page.locator('h1').first().innerText();
  if (turn.worst) assert.match(headline, new RegExp(`You choose ${turn.mover}`), headline);
  const moves = await offered(page);
  assert.ok(moves.length > 0, `${person.handle} is offered moves: ${headline}`);
  const mv = liveliest(moves);
  if (seen.turns % 3 === 2) await playFromList(page, mv);
  else await playOnBoard(page, mv, javaScript);
  await page.waitForLoadState();
  assert.equal(await page.getByRole('alert').count(), 0, await page.locator('main').innerText());
}

/** Who got what, the archive, stepping through, the export and its proof. */
async function lookBack(stage, path, people, seen) {
  for (const person of people) {
    const end = await stage.inbox.find((m) => m.to[0] === person.address && /over|ended|won|lost|wins|drawn/i.test(m.subject), { what: `the end mail of ${person.handle}` });
    assert.equal(end.to.length, 1);
  }
  rightPeopleOnly(stage, people);
  const { page } = people[1];
  await page.goto('/archive');
  await page.getByRole('link', { name: 'Tuesday table' }).first().click();
  await page.getByText('How it went').waitFor();
  await page.getByRole('link', { name: 'Step through it' }).click();
  await page.getByRole('link', { name: /last/i }).first().click();
  assert.match(new URL(page.url()).pathname, /\/at\/\d+$/);
  await page.getByRole('link', { name: /prev|back/i }).first().click();
  await page.goto(`${path}/dice`);
  assert.match(await page.locator('main').innerText(), /anchor/i);
  const { text, events } = await log(stage, path);
  assert.equal(events.filter((event) => event.kind === 'moved').length, seen.turns);
  verify(text);
}

/** Every mail went to one of the four, to nobody else, and shows nobody's address but the reader's. */
function rightPeopleOnly(stage, people) {
  for (const message of stage.inbox.messages) {
    assert.equal(message.to.length, 1);
    assert.ok(people.some((p) => p.address === message.to[0]), `a stranger was mailed: ${message.to}`);
    for (const other of people.filter((p) => p.address !== message.to[0])) {
      assert.ok(!`${message.text}${message.html}`.includes(other.address), `${message.subject} shows ${other.address}`);
    }
  }
}

/** `delirious verify` accepts the export, and refuses it when one die is changed. */
function verify(text) {
  const folder = mkdtempSync(join(tmpdir(), 'delirious-export-'));
  try {
    const file = join(folder, 'match.json');
    writeFileSync(file, text);
    execFileSync(BINARY, ['verify', file], { stdio: 'pipe' });
    const other = text.replace(/\\"dice\\":\[(\d),/, (all, die) => all.replace(`[${die},`, `[${(Number(die) % 6) + 1},`));
    assert.notEqual(other, text);
    writeFileSync(file, other);
    assert.throws(() => execFileSync(BINARY, ['verify', file], { stdio: 'pipe' }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
