// What a browser test needs: a real SMTP server that receives, a real `delirious serve` on its own
// database, and a real Chromium. Everything is started by `stage()` and ended by `stage.close()`.
import { spawn, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { randomBytes } from 'node:crypto';
import { chromium } from 'playwright-core';
import { SMTPServer } from 'smtp-server';
import { simpleParser } from 'mailparser';

const ROOT = resolve(import.meta.dirname, '../..');
const BINARY = process.env.DELIRIOUS_BIN ?? join(ROOT, 'target/debug/delirious');
const DATABASE = process.env.DATABASE_URL ?? execFileSync(join(ROOT, 'script/postgres'), ['url'], { encoding: 'utf8' }).trim();
const PATIENCE = 20_000;

/** An inbox over real SMTP: every accepted message, parsed, with its envelope. */
export class Inbox {
  messages = [];
  #waiting = new Set();

  async start() {
    this.server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      logger: false,
      onData: (stream, session, done) => {
        simpleParser(stream).then((mail) => {
          const to = session.envelope.rcptTo.map((r) => r.address);
          this.messages.push({ to, mail, subject: mail.subject, text: mail.text ?? '', html: mail.html || '' });
          done();
          for (const wake of this.#waiting) wake();
        }, done);
      },
    });
    this.server.on('error', () => {});
    await new Promise((ok) => this.server.listen(0, '127.0.0.1', ok));
    this.port = this.server.server.address().port;
  }

  /** The first message, at or after position `from`, that `wanted` accepts; fails after a while. */
  async find(wanted, { from = 0, what = 'a mail' } = {}) {
    const until = Date.now() + PATIENCE;
    for (;;) {
      const hit = this.messages.slice(from).find(wanted);
      if (hit) return hit;
      const left = until - Date.now();
      if (left <= 0) throw new Error(`${what} did not arrive; there are: ${this.summary(from)}`);
      let wake;
      const heard = new Promise((ok) => { wake = ok; this.#waiting.add(ok); });
      let timer;
      await Promise.race([heard, new Promise((ok) => { timer = setTimeout(ok, left); })]);
      clearTimeout(timer);
      this.#waiting.delete(wake);
    }
  }

  summary(from = 0) {
    return this.messages.slice(from).map((m) => `${m.to}: ${m.subject}`).join(' | ') || 'none';
  }

  close() {
    return new Promise((ok) => this.server.close(ok));
  }
}

/** `delirious serve` as a child process. */
export class Service {
  constructor(env) {
    this.env = { ...process.env, ...env };
    this.output = '';
  }

  async start() {
    this.child = spawn(BINARY, ['serve'], { env: this.env, cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
    const keep = (chunk) => { this.output += chunk; };
    this.child.stderr.on('data', keep);
    const address = new Promise((ok, fail) => {
      this.child.stdout.on('data', (chunk) => {
        keep(chunk);
        const found = this.output.match(/delirious is at (http:\/\/\S+)/);
        if (found) ok(found[1].replace(/\/$/, ''));
      });
      this.child.once('exit', (code) => fail(new Error(`serve ended with ${code}:\n${this.output}`)));
      setTimeout(() => fail(new Error(`serve printed no address:\n${this.output}`)), PATIENCE).unref();
    });
    this.url = await address;
  }

  async stop(signal = 'SIGTERM') {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const gone = once(this.child, 'exit');
    this.child.kill(signal);
    await gone;
  }
}

/** Everything together: inbox, database, service, browser. What was opened is closed if a later step fails. */
export async function stage({ javaScript = true } = {}) {
  const inbox = new Inbox();
  await inbox.start();
  const opened = [() => inbox.close()];
  const close = async () => { for (const end of opened.reverse()) await end(); };
  try {
    const service = new Service(environment(inbox.port));
    execFileSync(BINARY, ['migrate'], { env: service.env, cwd: ROOT, stdio: 'pipe' });
    opened.push(() => service.stop());
    await service.start();
    const browser = await chromium.launch(CHROMIUM);
    opened.push(() => browser.close());
    return { inbox, service, url: service.url, ...crowd(browser, service.url, javaScript, close) };
  } catch (error) {
    await close();
    throw error;
  }
}

function environment(port) {
  const url = new URL(DATABASE);
  url.pathname = `/browser_${process.pid}_${randomBytes(4).toString('hex')}`;
  return {
    APP_ENV: 'development',
    DATABASE_URL: url.href,
    MAIL_URL: `smtp://127.0.0.1:${port}`,
    MAIL_HOLD_SECONDS: '0',
    MAIL_FROM: 'Delirious <post@delirious.example>',
    LISTEN: '127.0.0.1:0',
    DICE_KEY: randomBytes(32).toString('hex'),
    SESSION_KEY: randomBytes(32).toString('hex'),
    RUST_LOG: process.env.RUST_LOG ?? 'warn',
  };
}

const CHROMIUM = {
  executablePath: process.env.CHROMIUM ?? ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync),
  headless: true,
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
};

/** The people of a stage, each with a browser of their own; faults of pages fail the test at the end. */
function crowd(browser, baseURL, javaScriptEnabled, close) {
  const people = [];
  return {
    async person(handle) {
      const context = await browser.newContext({ javaScriptEnabled, baseURL, viewport: { width: 1100, height: 900 } });
      const page = await context.newPage();
      page.setDefaultTimeout(PATIENCE);
      const errors = [];
      page.on('pageerror', (e) => errors.push(String(e)));
      page.on('response', (r) => { if (r.status() >= 500) errors.push(`${r.status()} ${r.url()}`); });
      const person = { handle, address: `${handle}@players.example`, password: `${handle} plays by mail`, context, page, errors };
      people.push(person);
      return person;
    },
    async close() {
      await close();
      const faults = people.flatMap((p) => p.errors.map((e) => `${p.handle}: ${e}`));
      if (faults.length) throw new Error(`pages had faults:\n${faults.join('\n')}`);
    },
  };
}
