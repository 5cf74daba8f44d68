// @ts-check
// A headless Chromium, spoken to over pipes by the DevTools protocol: https://chromedevtools.github.io/devtools-protocol
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];

/** The Chromium of this machine, such as Debian's package; undefined where there is none. */
export const chromium = NAMES.find(
  (name) => spawnSync(name, ['--version'], { stdio: 'ignore' }).status === 0,
);

/**
 * @typedef {Record<string, any>} Params
 * @typedef {object} Page a page that is open
 * @property {(expression: string) => Promise<any>} evaluate its value, which may be a promise's
 * @property {(expression: string) => Promise<any>} until waits until an expression has a value that is not false
 * @property {(...keys: string[]) => Promise<void>} press presses keys by their names, one after the other
 * @property {(method: string, params?: Params) => Promise<any>} send calls a method of the protocol
 * @property {readonly { method: string, params: Params }[]} events what it has told
 */

/**
 * Starts a browser, and ends it with its profile, whatever happens in between.
 * @template T
 * @param {(open: (url: string, size?: { width: number, height: number }) => Promise<Page>) => Promise<T>} visit
 * @returns {Promise<T>}
 */
export async function browse(visit) {
  const profile = mkdtempSync(join(tmpdir(), 'loupe-browser-'));
  const args = [
    '--headless=new',
    '--no-sandbox',
    '--disable-gpu',
    '--no-first-run',
    '--disable-background-networking',
  ];
  const browser = spawn(
    chromium ?? 'chromium',
    [...args, '--remote-debugging-pipe', `--user-data-dir=${profile}`, 'about:blank'],
    // In a group of its own: its processes end together.
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'], detached: true },
  );
  const ended = new Promise((resolve) => browser.once('close', resolve));
  const end = () => {
    try {
      process.kill(-(browser.pid ?? 0), 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  };
  process.once('exit', end);
  try {
    const gone = ended.then(() => {
      throw new Error('the browser has ended');
    });
    const speak = speaker(browser);
    return await Promise.race([visit((url, size) => opened(speak, url, size)), gone]);
  } finally {
    end();
    process.off('exit', end);
    await ended;
    rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

/**
 * @typedef {{ id?: number, sessionId?: string, method: string, params: Params, result?: any, error?: { message: string } }} Message
 * @typedef {{ send: (method: string, params?: Params, sessionId?: string) => Promise<any>, hear: (listener: (message: Message) => void) => void }} Speaker
 */

/**
 * Messages are JSON, each followed by a NUL.
 * @param {import('node:child_process').ChildProcess} browser
 * @returns {Speaker}
 */
function speaker(browser) {
  const [, , , to, from] = /** @type {any} */ (browser.stdio);
  /** @type {Map<number, (message: Message) => void>} */
  const waiting = new Map();
  /** @type {((message: Message) => void)[]} */
  const listeners = [];
  let last = 0;
  let rest = '';
  from.setEncoding('utf8').on('data', (/** @type {string} */ chunk) => {
    const parts = `${rest}${chunk}`.split('\0');
    rest = parts.pop() ?? '';
    for (const part of parts) {
      /** @type {Message} */
      const message = JSON.parse(part);
      if (message.id === undefined) for (const listener of listeners) listener(message);
      else waiting.get(message.id)?.(message);
    }
  });
  to.on('error', () => {});
  return {
    hear: (listener) => void listeners.push(listener),
    send(method, params = {}, sessionId = undefined) {
      last += 1;
      const id = last;
      to.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
      return new Promise((resolve, reject) =>
        waiting.set(id, ({ result, error }) => {
          waiting.delete(id);
          if (error === undefined) resolve(result);
          else reject(new Error(`${method}: ${error.message}`));
        }),
      );
    },
  };
}

/**
 * @param {Speaker} speak
 * @param {string} url
 * @param {{ width: number, height: number }} size
 * @returns {Promise<Page>}
 */
async function opened(speak, url, size = { width: 1200, height: 800 }) {
  const { targetId } = await speak.send('Target.createTarget', { url: 'about:blank' });
  const { sessionId } = await speak.send('Target.attachToTarget', { targetId, flatten: true });
  /** @type {Page['send']} */
  const send = (method, params) => speak.send(method, params, sessionId);
  /** @type {{ method: string, params: Params }[]} */
  const events = [];
  /** @type {Promise<void>} */
  const loaded = new Promise((resolve) =>
    speak.hear((message) => {
      if (message.sessionId !== sessionId) return;
      events.push(message);
      if (message.method === 'Page.loadEventFired') resolve();
    }),
  );
  for (const domain of ['Page', 'Runtime', 'Log', 'Network', 'Audits']) await send(`${domain}.enable`);
  await send('Emulation.setDeviceMetricsOverride', { ...size, deviceScaleFactor: 1, mobile: false });
  await send('Page.navigate', { url });
  await loaded;
  /** @type {Page['evaluate']} */
  const evaluate = async (expression) => {
    const asked = { expression, awaitPromise: true, returnByValue: true };
    const { result, exceptionDetails } = await send('Runtime.evaluate', asked);
    if (exceptionDetails !== undefined)
      throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  };
  return {
    ...{ evaluate, send, events },
    until: (expression) =>
      evaluate(`new Promise((resolve) => {
        const look = () => { const value = (${expression}); if (value) resolve(value); else setTimeout(look, 20); };
        look();
      })`),
    async press(...keys) {
      for (const key of keys) {
        const text = key.length === 1 ? key : key === 'Enter' ? '\r' : undefined;
        await send('Input.dispatchKeyEvent', { type: 'keyDown', key, ...(text && { text }) });
        await send('Input.dispatchKeyEvent', { type: 'keyUp', key });
      }
    },
  };
}
