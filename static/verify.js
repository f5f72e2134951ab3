// Checks the dice of a match with nothing but what the page shows (see /fairness): each link hashes to the
// one before, each seal was opened by the salt it promised, and link and salts give the dice that fell.
// A module, so that a test can import its functions.

const text = new TextEncoder();

export function fromHex(hex) {
  const bytes = new Uint8Array(hex.length / 2);
  for (let i = 0; i < bytes.length; i++) bytes[i] = Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16);
  return bytes;
}

export function toHex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function join(...parts) {
  const all = parts.map((part) => (typeof part === "string" ? text.encode(part) : part));
  const whole = new Uint8Array(all.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of all) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

// A number as `size` bytes, big-endian.
function number(value, size) {
  const bytes = new Uint8Array(size);
  for (let i = size - 1; i >= 0; i--, value = Math.floor(value / 256)) bytes[i] = value % 256;
  return bytes;
}

async function sha256(...parts) {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", join(...parts)));
}

// The words of ChaCha20's key stream, little-endian, nonce 0, 64-bit counter from 0.
export function* chacha20(key) {
  const view = new DataView(key.buffer, key.byteOffset, 32);
  const start = new Uint32Array(16);
  start.set([0x61707865, 0x3320646e, 0x79622d32, 0x6b206574]);
  for (let i = 0; i < 8; i++) start[4 + i] = view.getUint32(4 * i, true);
  const rounds = [[0, 4, 8, 12], [1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15], [0, 5, 10, 15], [1, 6, 11, 12], [2, 7, 8, 13], [3, 4, 9, 14]];
  for (;;) {
    const x = start.slice();
    const turn = (to, from, by, bits) => {
      x[to] += x[from];
      const mixed = x[by] ^ x[to];
      x[by] = (mixed << bits) | (mixed >>> (32 - bits));
    };
    for (let double = 0; double < 10; double++) {
      for (const [a, b, c, d] of rounds) {
        turn(a, b, d, 16);
        turn(c, d, b, 12);
        turn(a, b, d, 8);
        turn(c, d, b, 7);
      }
    }
    for (let i = 0; i < 16; i++) yield (x[i] + start[i]) >>> 0;
    if (++start[12] === 0) start[13]++;
  }
}

// Draws numbers below `n`, without the bias of a plain remainder.
export function* below(n, words) {
  const fair = Math.floor(2 ** 32 / n) * n;
  for (const word of words) if (word < fair) yield word % n;
}

export async function linkBefore(link) {
  return sha256("delirious/link/v1", link);
}

export async function sealOf(salt) {
  return sha256("delirious/commit/v1", salt);
}

export async function transcriptStart(match, board) {
  return sha256("delirious/salt/v1", match, number(board, 1));
}

export async function transcriptAfter(transcript, salt) {
  return sha256(transcript, number(salt.length, 2), salt);
}

export async function seedOf(match, board, chain, roll, link, transcript) {
  return sha256("delirious/roll/v1", match, number(board, 1), number(chain, 4), number(roll, 4), link, transcript);
}

export function dice(seed, count) {
  return eventDice(seed, count, 0).dice;
}

// Dice, and after them, of treasure, the place of its square among so many.
export function eventDice(seed, count, places) {
  const words = chacha20(seed);
  const die = below(6, words);
  const dice = Array.from({ length: count }, () => die.next().value + 1);
  return { dice, place: places ? below(places, words).next().value : undefined };
}

// What numbers below the size of a set draw from it.
export function pieces(seed, set, count) {
  const drawn = below(set.length, chacha20(seed));
  return Array.from({ length: count }, () => set[drawn.next().value]);
}

const hexes = (list) => (list || "").split(" ").filter(Boolean).map((hex) => (hex === "-" ? new Uint8Array() : fromHex(hex)));

// Checks the table's chain (board 0) or a board's, row by row; a row says what it is by its data attributes.
// `seals` are those of all salts of the match, by the number of the event that set them.
async function checkBoard(match, table, seals) {
  const board = Number(table.dataset.board);
  let transcript = await transcriptStart(match, board);
  const anchors = new Map();
  let before = null;
  let bad = 0;
  for (const row of table.querySelectorAll("tr[data-kind]")) {
    const { kind } = row.dataset;
    let fault = "";
    if (kind === "anchor") {
      anchors.set(Number(row.dataset.chain), row.dataset.link);
    } else if (kind === "salt") {
      const salt = hexes(row.dataset.salt || "-")[0];
      transcript = await transcriptAfter(transcript, salt);
      const { promised, opened } = row.dataset;
      if (promised && (toHex(await sealOf(salt)) === seals.get(promised)) !== (opened === "true")) fault = "opens another seal than it says";
    } else {
      fault = await checkRoll(match, board, row, transcript, before, anchors);
      before = { chain: row.dataset.chain, roll: Number(row.dataset.roll), link: row.dataset.link };
    }
    if (fault) bad++;
    const mark = row.querySelector("[data-mark]");
    if (mark) {
      mark.textContent = fault ? `✗ ${fault}` : "✓";
      mark.className = fault ? "red" : "green";
    }
  }
  return bad;
}

async function checkRoll(match, board, row, transcript, before, anchors) {
  const { chain, link } = row.dataset;
  const roll = Number(row.dataset.roll);
  const follows = before && before.chain === chain;
  if (roll !== (follows ? before.roll + 1 : 1)) return "is out of order";
  const promised = follows ? before.link : anchors.get(Number(chain));
  if (toHex(await linkBefore(fromHex(link))) !== promised) return "does not follow from the link before";
  const seed = await seedOf(match, board, Number(chain), roll, fromHex(link), transcript);
  if (row.dataset.set) {
    const drawn = row.dataset.drawn.split(" ");
    const right = pieces(seed, row.dataset.set.split(" "), drawn.length).every((piece, i) => piece === drawn[i]);
    return right ? "" : "other pieces should have been drawn";
  }
  const fell = row.dataset.dice.split(" ").map(Number);
  const places = Number(row.dataset.places || 0);
  const drawn = eventDice(seed, fell.length, places);
  const right = fell.every((die, i) => die === drawn.dice[i]) && (!places || Number(row.dataset.place) === drawn.place);
  return right ? "" : "other dice should have fallen";
}

async function check() {
  const proof = document.querySelector("[data-proof]");
  const verdict = document.querySelector("[data-verdict]");
  if (!proof || !verdict) return;
  if (!globalThis.crypto?.subtle) {
    verdict.textContent = "Your browser offers no SHA-256 to a page that came without TLS. Use the command line instead.";
    return;
  }
  const match = fromHex(proof.dataset.proof.replaceAll("-", ""));
  const seals = new Map();
  for (const row of proof.querySelectorAll("tr[data-next]")) seals.set(row.dataset.seq, row.dataset.next);
  let bad = 0;
  for (const table of proof.querySelectorAll("[data-board]")) bad += await checkBoard(match, table, seals);
  verdict.className = bad ? "notice bad" : "notice good";
  const rolls = proof.querySelectorAll('tr[data-kind="roll"]').length;
  const count = rolls === 1 ? "1 roll" : `${rolls} rolls`;
  verdict.textContent = bad
    ? `✗ ${bad === 1 ? "1 line does" : `${bad} lines do`} not hold. Keep the export of this match and ask its host.`
    : `✓ Your browser has recomputed ${count} from the lines below: all of them hold.`;
}

if (typeof document !== "undefined") check();
