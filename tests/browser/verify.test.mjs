// The dice check of /m/{id}/dice against vectors of an independent implementation.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

const read = (path) => readFileSync(new URL(path, import.meta.url), 'utf8');
// By its text, so that nobody has to know whether the folder's scripts are modules.
const verify = await import(`data:text/javascript,${encodeURIComponent(read('../../static/verify.js'))}`);

for (const vector of JSON.parse(read('../data/dice_vectors.json'))) {
  test(`board ${vector.board}, chain ${vector.chain}, roll ${vector.roll} of ${vector.match_id}`, async () => {
    const match = verify.fromHex(vector.match_id.replaceAll('-', ''));
    let transcript = await verify.transcriptStart(match, vector.board);
    for (const salt of vector.salts) transcript = await verify.transcriptAfter(transcript, verify.fromHex(salt));
    assert.equal(verify.toHex(transcript), vector.transcript);
    const link = verify.fromHex(vector.link);
    assert.equal(verify.toHex(await verify.linkBefore(link)), vector.previous_link);
    const seed = await verify.seedOf(match, vector.board, vector.chain, vector.roll, link, transcript);
    assert.equal(verify.toHex(seed), vector.seed);
    assert.deepEqual(verify.dice(seed, vector.first_dice.length), vector.first_dice);
    assert.notDeepEqual(verify.dice(verify.fromHex(vector.transcript), 24), vector.first_dice);
    // Numbers below six are the dice less one, whatever they draw.
    const numbers = vector.first_dice.map((die) => String(die - 1));
    assert.deepEqual(verify.pieces(seed, ['0', '1', '2', '3', '4', '5'], 24), numbers);
    const round = verify.eventDice(seed, 2, 6);
    assert.deepEqual([...round.dice, round.place + 1], vector.first_dice.slice(0, 3));
    assert.equal(verify.eventDice(seed, 2, 0).place, undefined);
  });
}
