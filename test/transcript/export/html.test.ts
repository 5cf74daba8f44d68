import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { browse, chromium } from '../../../scripts/browser.mjs';
import { systemClock } from '../../../src/host/clock.ts';
import type { Host } from '../../../src/host/host.ts';
import { openRecorded } from '../../../src/host/recorded.ts';
import type { PageData, PageLine } from '../../../src/page/data.ts';
import type { ExportInput } from '../../../src/transcript/export/exported.ts';
import { htmlPage } from '../../../src/transcript/export/html.ts';
import { exportOf } from '../../support/exported.ts';
import { hostileRecording } from './hostile.ts';

const fixture = (name: string) => new URL(`../../fixtures/${name}.mcp.jsonl`, import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), 'loupe-html-'));
const opened: Host[] = [];
afterAll(async () => {
  for (const host of opened) await host.close();
  rmSync(folder, { recursive: true });
});

const written = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};
/** Recordings as an export takes them; of several the first is s1. */
async function inputOf(...paths: readonly string[]): Promise<ExportInput> {
  const hosts = await Promise.all(paths.map((path) => openRecorded(path, systemClock)));
  for (const host of hosts) {
    await host.whole;
    opened.push(host);
  }
  return exportOf(...hosts);
}
const pageOf = async (...paths: readonly string[]) => [...htmlPage(await inputOf(...paths))].join('');

/** The JSON that scripts of a kind hold. */
const held = (page: string, kind: string): string[] =>
  [
    ...page.matchAll(new RegExp(`<script type="application/json" data-holds="${kind}">(.*?)</script>`, 'gs')),
  ].map(([, text = '']) => text);
const linesOf = (page: string) => held(page, 'lines').flatMap((text): PageLine[] => JSON.parse(text));

describe('a page', () => {
  it('is the same twice, and small beside its data', async () => {
    const page = await pageOf(fixture('session'));
    expect(await pageOf(fixture('session'))).toBe(page);
    const data = [...held(page, 'data'), ...held(page, 'lines')].join('');
    expect(page.length - data.length).toBeLessThan(80_000);
  });

  it('allows its own script and style and nothing else, before all else', async () => {
    const page = await pageOf(fixture('session'));
    const [, policy = ''] =
      /<head>\n<meta http-equiv="Content-Security-Policy" content="([^"]*)">/.exec(page) ?? [];
    const hashed = (name: string): string => {
      const [, text = ''] = new RegExp(`<${name}>(.*?)</${name}>`, 's').exec(page) ?? [];
      expect(text.length).toBeGreaterThan(1_000);
      return `${name}-src 'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    };
    expect(policy.split('; ')).toEqual([
      "default-src 'none'",
      ...[hashed('script'), hashed('style')],
      ...[
        "base-uri 'none'",
        "form-action 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
      ],
    ]);
  });

  it('holds every line exactly, and nothing that could end its script', async () => {
    const path = written('hostile.mcp.jsonl', hostileRecording());
    const input = await inputOf(path);
    const page = [...htmlPage(input)].join('');
    const [{ log }] = input.sessions as [(typeof input.sessions)[number]];
    const lines = linesOf(page);
    expect(lines.length).toBeGreaterThan(70);
    for (const { seq, text } of lines) expect(text).toBe(log.text(seq));
    expect([...held(page, 'data'), ...held(page, 'lines')].join('')).not.toMatch(
      /[<\x00-\x1f\x7f\u200b\u2028\u2029\u202e]|\p{Cs}/u,
    );
    const data: PageData = JSON.parse(held(page, 'data')[0] ?? '');
    expect(data.sessions[0]?.lists[0]?.items).toHaveLength(11);
  });

  it('tells several sessions apart, and how many lines it leaves out', async () => {
    const input = await inputOf(fixture('session'), fixture('changed'));
    const sessions = input.sessions.map((session) => ({ ...session, lines: session.lines.slice(0, 5) }));
    const page = [...htmlPage({ ...input, sessions })].join('');
    const data: PageData = JSON.parse(held(page, 'data')[0] ?? '');
    const left = data.sessions.map(({ name, facts }) => `${name}: ${facts.at(-1)?.join(' ')}`);
    expect(left).toEqual(['s1: left out 22 lines of 27', 's2: left out 13 lines of 18']);
    expect(held(await pageOf(fixture('views')), 'data').join('')).not.toContain('left out');
    expect(
      linesOf(page)
        .map(({ s }) => s)
        .sort(),
    ).toEqual([0, 0, 0, 0, 0, 1, 1, 1, 1, 1]);
  });
});

it('masks every text of a page', async () => {
  const input = await inputOf(fixture('session'));
  const mask = (text: string) => text.replaceAll(/hill|observatory|dome/gi, '[redacted]');
  const page = [...htmlPage({ ...input, sessions: input.sessions.map((one) => ({ ...one, mask })) })].join(
    '',
  );
  expect(page).toContain('[redacted]');
  expect(page).not.toMatch(/hill|observatory|dome/i);
});

/** Requests and their answers, as a page holds them. */
function manyLines(count: number): string {
  const lines = Array.from({ length: count }, (_, place): PageLine => {
    const [seq, isRequest] = [1_000_000 + place, place % 2 === 0];
    const text = JSON.stringify(
      isRequest
        ? {
            jsonrpc: '2.0',
            id: place,
            method: 'tools/call',
            params: { name: `tool-${place % 7}`, arguments: { place } },
          }
        : { jsonrpc: '2.0', id: place - 1, result: { content: [{ type: 'text', text: `answer ${place}` }] } },
    );
    const both = {
      s: 0,
      seq,
      t: place,
      type: 'frame',
      method: 'tools/call',
      size: text.length,
      finding: false,
      text,
    } as const;
    return isRequest
      ? { ...both, dir: 'c2s', kind: 'request', id: place, answer: seq + 1, ended: 'answered', with: seq }
      : { ...both, dir: 's2c', kind: 'result', id: place - 1, re: seq - 1, ms: 1, with: seq - 1 };
  });
  return `<script type="application/json" data-holds="lines">${JSON.stringify(lines)}</script>\n`;
}

describe.skipIf(chromium === undefined)('in a browser (skipped where Chromium is missing)', () => {
  it('filters, pairs, shows findings, runs nothing of a hostile recording, and scrolls 100,000 lines', async () => {
    const usual = written('usual.html', await pageOf(fixture('session'), fixture('views')));
    const evil = written('evil.html', await pageOf(written('evil.mcp.jsonl', hostileRecording())));
    const small = await pageOf(fixture('session'));
    const large = written(
      'large.html',
      small.replace('<script>', () => `${manyLines(100_000)}<script>`),
    );
    await browse(async (open) => {
      const page = await open(`file://${usual}`);
      const shown = (selector: string) =>
        page.evaluate(
          `[...document.querySelectorAll(${JSON.stringify(selector)})].map((one) => one.textContent).join('|')`,
        );
      const filter = (text: string, isDone: string) =>
        page
          .evaluate(
            `(() => { const input = document.querySelector('#traffic .filter'); input.value = ${JSON.stringify(text)};
            input.dispatchEvent(new Event('input')); })()`,
          )
          .then(() => page.until(`/${isDone}/.test(document.querySelector('#traffic .said').textContent)`));

      await filter('tool:open-dome', '^2 of');
      expect(await shown('#traffic .row .what')).toBe('tools/call|tool error');
      await page.press('j', 'Enter');
      expect(await shown('#traffic .detail h2')).toContain('s1#22 tools/call');
      await page.press('o');
      expect(await shown('#traffic .detail h2')).toContain('s1#23 tool error');
      await page.until("location.hash === '#s1%2323'");
      expect(await shown('#traffic .json')).toContain('"isError": true');
      await filter('unknown:x', 'unknown filter');
      await filter('', '^\\d+ lines');
      await page.evaluate(`document.querySelector('#traffic .list').focus()`);
      await page.press('E', 'Home');
      expect(await shown('#traffic .row .what')).toContain('|stderr|');
      await page.press('Escape', 'Escape', 'F');
      expect(await shown('#findings .finding')).toContain('lint/other-revision');
      await page.evaluate(`document.querySelector('#findings .go').click()`);
      expect(await shown('#traffic .detail .finding')).toContain('means nothing in 2025-11-25');
      expect(await shown('#traffic .detail .wrong')).toContain('extensions');
      await page.press('1');
      expect(await shown('#server h3')).toContain('tools');
      await page.evaluate(`location.hash = '#9999'`);
      await page.until(
        `document.querySelector('#said').textContent === 'there is no message #9999 in this page'`,
      );

      await hostile(await open(`file://${evil}`));
      await many(await open(`file://${large}`));
    });
  });
});

type Page = Parameters<Parameters<typeof browse>[0]>[0] extends (...args: never[]) => Promise<infer P>
  ? P
  : never;

/** Opens everything that can be opened, then tries what the policy has to refuse. */
async function hostile(page: Page): Promise<void> {
  await page.evaluate(`(async () => {
    const pause = () => new Promise((resolve) => setTimeout(resolve, 0));
    for (const tab of document.querySelectorAll('.tab')) {
      tab.click();
      for (const one of document.querySelectorAll('details')) one.open = true;
      await pause();
      for (const list of document.querySelectorAll('.board:not([hidden]) .list'))
        for (let at = 0, before = ''; at < 200; at += 1) {
          const press = (key) => list.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
          press(at === 0 ? 'g' : 'j');
          const now = list.getAttribute('aria-activedescendant');
          if (now === before) break;
          before = now;
          press('Enter');
          for (const more of document.querySelectorAll('.detail .more')) more.click();
          press('p');
        }
      for (const more of document.querySelectorAll('.more')) more.click();
    }
  })()`);
  const found = await page.evaluate(`({
    owned: window.owned === undefined,
    strangers: document.querySelectorAll('img, iframe, svg, a, object, embed, link, base, form').length,
    scripts: document.querySelectorAll('script').length,
    handlers: [...document.querySelectorAll('*')].filter((one) => [...one.attributes].some(({ name }) => name.startsWith('on'))).length,
    polluted: Object.keys(Object.prototype).length + (({}).x === undefined ? 0 : 1),
    hidden: /[\\u202e\\u001b\\u0000\\u200b\\ufeff]|\\p{Cs}/u.test(document.body.textContent),
    title: document.title,
  })`);
  expect(found).toMatchObject({
    owned: true,
    strangers: 0,
    scripts: 1,
    handlers: 0,
    polluted: 0,
    hidden: false,
  });
  expect(found.title).toContain('<img src=');
  await page.press('5', 'G', 'Enter');
  const json = await page.evaluate(`document.querySelector('#traffic .json').textContent`);
  expect(json).toMatch(/"a": 1,.*"a": 2,.*"big": 123456789012345678901234567890,.*"half": "\\ud800"/);
  expect(await page.evaluate(`document.querySelector('#traffic .json mark').textContent`)).toBe('[redacted]');
  const went = (method: string) => page.events.filter((event) => event.method === method);
  expect(went('Runtime.exceptionThrown')).toEqual([]);
  expect(went('Network.requestWillBeSent').map(({ params }) => params['request'].url)).toHaveLength(1);
  expect(JSON.stringify(went('Audits.issueAdded'))).not.toContain('ContentSecurityPolicy');

  const wanted = ['img-src', 'style-src-elem', 'frame-src', 'connect-src', 'innerHTML'];
  const refused: string[] = await page.evaluate(`(async () => {
    const wanted = ${JSON.stringify(wanted)};
    const refused = [];
    document.addEventListener('securitypolicyviolation', (event) => refused.push(event.effectiveDirective));
    const add = (name, members) => document.body.append(Object.assign(document.createElement(name), members));
    add('img', { src: 'http://127.0.0.1:9/x.png' });
    add('style', { textContent: '*{}' });
    add('link', { rel: 'stylesheet', href: 'http://127.0.0.1:9/x.css' });
    add('iframe', { src: 'http://127.0.0.1:9/' });
    await fetch('http://127.0.0.1:9/').catch(() => {});
    try { document.body.innerHTML = '<b>'; } catch { refused.push('innerHTML'); }
    const isOver = () => wanted.every((one) => refused.includes(one));
    for (let wait = 0; wait < 1000 && !isOver(); wait += 1) await new Promise((resolve) => setTimeout(resolve, 20));
    return refused;
  })()`);
  expect(refused).toEqual(expect.arrayContaining(wanted));
}

/** Goes to the end and back, and filters; few of the lines are ever elements. */
async function many(page: Page): Promise<void> {
  const rows = () => page.evaluate(`document.querySelectorAll('#traffic .row').length`);
  const label = () =>
    page.evaluate(`document.querySelector('#traffic .row[aria-selected=true] .label').textContent`);
  await page.press('G');
  expect(await label()).toBe('#1099999');
  expect(await rows()).toBeLessThan(80);
  await page.press('PageUp', 'k', 'g');
  expect(await label()).toBe('#1');
  await page.evaluate(`(() => { const input = document.querySelector('#traffic .filter'); input.value = 'tool:tool-3 "99997"';
    input.dispatchEvent(new Event('input')); })()`);
  await page.until(`/^\\d+ of 100,026 lines/.test(document.querySelector('#traffic .said').textContent)`);
  expect(await rows()).toBeLessThan(80);
}
