import { describe, expect, it } from 'vitest';
import { width } from '../../../src/text/width.ts';
import { type HeaderFacts, headerFacts, headerRow } from '../../../src/tui/shell/header.ts';
import { createTheme } from '../../../src/tui/world/theme.ts';
import { converse, handshake, type Step } from '../../support/conversation.ts';

const plain = createTheme({ ascii: false, colour: false });

const FACTS: HeaderFacts = {
  client: '',
  name: 'everything',
  version: '2.0.0',
  transport: 'stdio',
  protocol: '2025-11-25',
  phase: 'ready',
  since: '',
  guise: '',
  lens: '',
  recorder: { text: '● rec', meaning: 'error' },
  frames: 42,
  findings: 3,
};

const NO_WORD = { text: '', meaning: 'dim' } as const;

describe('headerRow', () => {
  it.each([
    [120, ' mcp-loupe   everything 2.0.0 · stdio · 2025-11-25 · ready', '● rec 42 messages · 3 findings '],
    [86, ' mcp-loupe   everything 2.0.0 · stdio · 2025-11-25 · ready', '  42 messages · 3 findings '],
    [80, ' mcp-loupe   everything 2.0.0 · 2025-11-25 · ready', '42 messages · 3 findings '],
    [66, ' mcp-loupe   everything 2.0.0 · ready', '42 messages · 3 findings '],
    [60, ' mcp-loupe   everything · ready', '42 messages · 3 findings '],
    [45, ' mcp-loupe   everything · ready', ' '],
    [24, ' everything · ready', ' '],
    [15, ' ever… · ready', ''],
    [8, ' ready', ''],
  ])('in %d cells', (cells, begins, ends) => {
    const row = headerRow(FACTS, cells, plain);
    expect(row.slice(0, begins.length)).toBe(begins);
    expect(row.endsWith(ends)).toBe(true);
    expect(width(row)).toBeLessThanOrEqual(cells);
  });

  it.each(['connecting', 'ready', 'failed', 'closed', 'recorded', 'not reachable'] as const)(
    'never loses the word %s',
    (phase) => {
      const name = '長い名前のサーバーはとても長い名前を持っている'.repeat(3);
      for (let cells = phase.length + 3; cells <= 200; cells++) {
        const row = headerRow({ ...FACTS, name, phase }, cells, plain);
        expect(row).toContain(phase);
        expect(width(row)).toBeLessThanOrEqual(cells);
      }
    },
  );

  it.each([
    [120, ' mcp-loupe   everything 2.0.0 · stdio · 2025-11-25 · not reachable since 12:04:31'],
    [82, ' mcp-loupe   everything · not reachable since 12:04:31'],
    [60, ' mcp-loupe   everything · not reachable'],
    [30, ' everything · not reachable'],
  ])('says since when a server is not reachable, where there is room: %d cells', (cells, begins) => {
    const facts = { ...FACTS, phase: 'not reachable', since: ' since 12:04:31' } as const;
    const row = headerRow(facts, cells, plain);
    expect(row.slice(0, begins.length)).toBe(begins);
    expect(width(row)).toBeLessThanOrEqual(cells);
  });

  it.each([
    [130, '· ready · connected as cursor · seen as vscode ', '42 messages · 3 findings '],
    [86, ' mcp-loupe   everything · ready · seen as vscode ', '42 messages · 3 findings '],
    [52, ' mcp-loupe   everything · ready · seen as vscode', ' '],
    [48, ' mcp-loupe   everything · ready · as vscode', ' '],
    [30, ' everything · ready', ''],
  ])('tells whom it is connected as from whom it is seen as: %d cells', (cells, has, ends) => {
    const facts = { ...FACTS, guise: 'connected as cursor', lens: 'seen as vscode' };
    const row = headerRow(facts, cells, plain);
    expect(row).toContain(has);
    expect(row.endsWith(ends)).toBe(true);
    expect(width(row)).toBeLessThanOrEqual(cells);
  });

  it('counts one as one', () => {
    expect(headerRow({ ...FACTS, frames: 1, findings: 1 }, 120, plain)).toContain('1 message · 1 finding ');
    expect(headerRow({ ...FACTS, findings: 0 }, 120, plain)).toMatch(/42 messages $/);
  });
});

describe('headerFacts', () => {
  it('has the command until the server has said its name', () => {
    const { state } = converse([{ event: 'spawn', pid: 1 }]);
    expect(headerFacts(state, NO_WORD, 0)).toMatchObject({
      name: 'node',
      version: '',
      protocol: '',
      phase: 'connecting',
    });
  });

  it('makes what the server says visible', () => {
    const { state } = converse(handshake({}, { serverInfo: { name: 'a\u001b[31m', version: '\u202e' } }));
    expect(headerFacts(state, NO_WORD, 0)).toMatchObject({ name: 'a<ESC>[31m', version: '<U+202E>' });
  });

  it('names the client that drives the session', () => {
    const client = { name: 'claude\u001b-ai', version: '1' };
    const steps = handshake({}).map(
      (step): Step =>
        Array.isArray(step) && 'params' in step[1]
          ? [step[0], { ...step[1], params: { ...(step[1].params as object), clientInfo: client } }]
          : step,
    );
    const { state } = converse(steps, undefined, 'both');
    const facts = headerFacts(state, NO_WORD, 0);
    expect(facts).toMatchObject({ client: 'claude<ESC>-ai', name: 'fake', phase: 'ready' });
    expect(headerRow(facts, 80, plain)).toContain('claude<ESC>-ai ⇄ fake 1');
    expect(headerFacts(converse(steps).state, NO_WORD, 0)).toMatchObject({ client: '' });
  });

  it('calls a recording recorded', () => {
    const { state } = converse(handshake({}));
    const target = { transport: 'recorded', path: 'a.jsonl', of: 'node server.js' } as const;
    expect(headerFacts({ ...state, target }, NO_WORD, 0)).toMatchObject({
      phase: 'recorded',
      transport: '',
      name: 'fake',
    });
  });
});
