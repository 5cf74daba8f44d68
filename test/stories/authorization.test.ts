import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserIn, redirectOf, startAuthorizing } from '../support/authorizing.ts';
import { scratch } from '../support/cli.ts';
import type { HttpServer } from '../support/http-server.ts';
import { recordedIn } from '../support/recording.ts';
import { openTerminal, type Terminal } from '../support/terminal.ts';

let server: HttpServer;
beforeAll(async () => {
  server = await startAuthorizing();
});
afterAll(() => server.close());

/** The program at a server that wants authorization, with a browser that goes wherever it is sent. */
function openAt(name: string, size = {}): Terminal {
  const env = { BROWSER: browserIn(scratch()) };
  return openTerminal({ args: [`${server.base}/${name}/mcp`], kitty: true, env, ...size });
}

/** The URL of the page that is waited for, in as many rows as it takes. */
function pageIn(terminal: Terminal): string {
  const rows = terminal
    .text()
    .split('\n')
    .map((row) => row.replace(/^│ +| +[│┃]$/g, ''));
  const from = rows.findIndex((row) => /^http:.*\/as\/authorize\?/.test(row));
  if (from < 0) return '';
  const length = rows.slice(from).findIndex((row) => row === '' || row.startsWith('·'));
  return rows.slice(from, from + length).join('');
}

/** The same, once it is there. */
async function page(terminal: Terminal): Promise<string> {
  await terminal.waitFor(() => pageIn(terminal) !== '');
  await terminal.settle();
  return pageIn(terminal);
}

describe('a server that wants authorization', () => {
  test('has it in a browser, after a yes, and every step is seen', async () => {
    const terminal = openAt('plain');
    await terminal.waitFor('Authorization  waiting for you');
    await terminal.waitFor(`a page of ${new URL(server.base).host}`);
    await terminal.waitFor(/connecting/);
    await terminal.type('o');
    await terminal.waitFor(/Open 127\.0\.0\.1:\d+ in a browser\?\s+[\s\S]*http[\s\S]*\[ y open \] \[ n no/);
    await terminal.type('n');
    await terminal.waitWithout('in a browser?');
    await terminal.type('o');
    await terminal.waitFor('[ y open ]');
    await terminal.type('y');
    await terminal.waitFor(/authorizing-plain 1\.0\.0 .* ready/);
    await terminal.waitFor('Authorization  granted');
    await terminal.key('end');
    await terminal.waitFor('token             200  POST');
    await terminal.waitFor('registration      201  POST');
    await terminal.waitFor('resource metadata 200  GET');

    await terminal.type('7/token');
    await terminal.waitFor(/http 200 .*POST {2}token/);
    await terminal.key('enter');
    await terminal.key('enter');
    await terminal.key('z');
    await terminal.waitFor(/code_verifier=\[redacted\]/);
    expect(terminal.text()).not.toMatch(/(?:access|code)-[0-9a-f]{8}/);

    await terminal.key('esc');
    await terminal.type('1');
    await terminal.type('F');
    await terminal.waitFor('signed out: tokens deleted');
    expect(readdirSync(join(terminal.home, 'state', 'mcp-loupe', 'auth'))).toEqual([]);
    await terminal.type('R');
    await terminal.waitFor('Authorization  waiting for you');
    await terminal.type('q');
    expect((await terminal.exited).code).toBe(0);
    expect(recordedIn(terminal.home).some(({ type }) => type === 'http')).toBe(true);
  });

  test('has it from another machine, by the pasted redirect URL', async () => {
    const terminal = openAt('with-iss');
    await terminal.waitFor('Authorization  waiting for you');
    await terminal.waitFor('open this page to authorize');
    const back = await redirectOf(await page(terminal));
    await terminal.type('y');
    await terminal.waitFor(/cop(?:ied|y)/);
    await terminal.type('p');
    await terminal.waitFor('redirect URL');
    terminal.paste(back.replace(/state=[^&]*/, 'state=another'));
    await terminal.waitFor(/redirect URL.*code=code-/);
    await terminal.key('enter');
    await terminal.waitFor('to another attempt');
    await terminal.type('p');
    await terminal.waitWithout(/redirect URL.*code=code-/);
    terminal.paste(`${back}\n`);
    await terminal.waitFor(/redirect URL.*code=code-/);
    await terminal.key('enter');
    await terminal.waitFor(/authorizing-with-iss 1\.0\.0 .* ready/);
  });

  test('wants more for a call, which is made again by itself', async () => {
    const terminal = openAt('step-up');
    await terminal.waitFor('waiting for you');
    await terminal.waitFor('open this page to authorize');
    await fetch(await page(terminal)).then((response) => response.text());
    await terminal.waitFor(/authorizing-step-up 1\.0\.0 .* ready/);
    await terminal.type('2');
    await terminal.waitFor('❯ whoami');
    await terminal.key('enter');
    await terminal.waitFor('❯ [ Call ]');
    await terminal.key('enter');
    await terminal.waitFor('The server requires authorization: alt+1');
    await terminal.key('alt+1');
    await terminal.waitFor('the server wants the scope write: write is needed');
    await terminal.waitFor('open this page to authorize');
    await fetch(await page(terminal)).then((response) => response.text());
    await terminal.waitFor('Authorization  granted');
    await terminal.key('alt+2');
    await terminal.waitFor('you may, at step-up');
  });

  test('that is turned down says so, in a small window, too', async () => {
    const terminal = openAt('denied', { cols: 60, rows: 15 });
    await terminal.waitFor('waiting for you');
    await terminal.type('o');
    await terminal.waitFor('[ y open ]');
    await terminal.type('y');
    await terminal.waitFor(/failed/);
    await terminal.waitFor('access_denied');
    await terminal.type('R');
    await terminal.waitFor('waiting for you');
    await terminal.type('c');
    await terminal.waitFor('cancelled');
    await terminal.type('q');
    expect((await terminal.exited).code).toBe(0);
    await terminal.waitGone();
  });
});
