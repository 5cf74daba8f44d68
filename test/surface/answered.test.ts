import { describe, expect, it } from 'vitest';
import { wireFindings } from '../../src/check/wire.ts';
import { createLog } from '../../src/session/log/log.ts';
import { answeredIn } from '../../src/surface/answered.ts';
import { converse, handshake, type Step } from '../support/conversation.ts';

const started = handshake({ tools: {} });

/** A session that was played, with its log. */
function played(...steps: readonly Step[]) {
  const { state, accepted } = converse([...started, ...steps]);
  const log = createLog(1_000_000);
  for (const one of accepted) log.add(one);
  return { findings: state.findings, lists: state.lists, log, answered: answeredIn(log) };
}

const call = (id: number, more: object = {}): Step => [
  'c2s',
  { id, method: 'tools/call', params: { name: 'find', arguments: { id }, ...more } },
];
const seq = (behind: number): number => started.length + behind;

describe('answeredIn', () => {
  it('has results and errors with what was asked, and not what is still to come', () => {
    const { answered } = played(
      call(7),
      call(8),
      call(9),
      ['s2c', { id: 8, error: { code: -32602, message: 'no' } }],
      ['s2c', { id: 7, result: { content: [] } }],
    );
    expect(answered.results).toEqual([
      { tool: 'find', arguments: { id: 7 }, seq: seq(5), size: 14, result: { content: [] } },
      { tool: 'find', arguments: { id: 8 }, seq: seq(4), size: 30, error: { code: -32602, message: 'no' } },
    ]);
  });

  it('has what was read, or why it was not', () => {
    const read = (id: number, uri: string): Step => [
      'c2s',
      { id, method: 'resources/read', params: { uri } },
    ];
    const { answered } = played(
      read(7, 'a:b'),
      ['s2c', { id: 7, result: { contents: [{ uri: 'a:b', text: 'x' }] } }],
      read(8, 'c:d'),
      ['s2c', { id: 8, error: { code: 1, message: 'gone' } }],
      read(9, 'e:f'),
      ['s2c', { id: 9, result: {} }],
    );
    expect([...answered.contents]).toEqual([
      ['a:b', { seq: seq(2), contents: [{ uri: 'a:b', text: 'x' }] }],
      ['c:d', { seq: seq(4), why: 'gone' }],
      ['e:f', { seq: seq(6), why: 'the answer has no contents' }],
    ]);
  });

  it('has of the life that is asked for, and of the newest only so many', () => {
    const result = (id: number): Step => ['s2c', { id, result: { content: [] } }];
    const { log } = played(
      ...[call(7), result(7)],
      { event: 'exit', code: 0 },
      ...[call(8), result(8), call(9), result(9)],
    );
    const ids = (...limits: [of?: number, most?: number]) =>
      answeredIn(log, ...limits).results.map(({ arguments: given }) => given);
    expect(ids()).toEqual([{ id: 7 }, { id: 8 }, { id: 9 }]);
    expect(ids(1)).toEqual([{ id: 8 }, { id: 9 }]);
    expect(ids(0, 1)).toEqual([{ id: 9 }]);
  });

  it('has of what was read twice the newest', () => {
    const read = (id: number, text: string): readonly Step[] => [
      ['c2s', { id, method: 'resources/read', params: { uri: 'a:b' } }],
      ['s2c', { id, result: { contents: [{ uri: 'a:b', text }] } }],
    ];
    const { answered } = played(...read(7, 'old'), ...read(8, 'new'));
    expect(answered.contents.get('a:b')?.contents).toEqual([{ uri: 'a:b', text: 'new' }]);
  });

  it('has neither what a task began with, nor what others say', () => {
    const { answered } = played(
      call(7, { task: {} }),
      ['s2c', { id: 7, result: { task: { taskId: 't', status: 'working' } } }],
      ['s2c', { id: 4, method: 'tools/call', params: { name: 'find' } }],
      ['c2s', { id: 4, result: { content: [] } }],
    );
    expect(answered.results).toEqual([]);
  });
});

describe('wireFindings', () => {
  it('are at the item of a list, at the tool that was called, else at the server', () => {
    const inputSchema = { type: 'object' };
    const tools = [
      { name: 'find', inputSchema, outputSchema: { type: 'object' } },
      { name: 'odd', inputSchema: 3 },
    ];
    const found = wireFindings(
      played(
        ['c2s', { id: 7, method: 'tools/list' }],
        ['s2c', { id: 7, result: { tools } }],
        call(8),
        ['s2c', { id: 8, result: { content: [] } }],
        ['s2c', { method: 'notifications/message', params: { level: 'loud', data: 'x' } }],
      ),
    );
    const places = found.map(({ item, path, seq: at }) => `${item} ${path} #${at}`);
    expect(places).toContain(`tool:odd /inputSchema #${seq(2)}`);
    expect(found.find(({ rule }) => rule === 'result/structured-missing')?.item).toBe('tool:find');
    expect(found.find(({ rule }) => rule === 'log/level')?.item).toBe('server');
    for (const { fix, level } of found) expect([fix.length > 0, level]).toEqual([true, expect.any(String)]);
  });

  it('name a skill as the rest of a check does', () => {
    const skills = [{ uri: 'skill://a/SKILL.md', frontmatter: { name: 'refunds', description: 3 } }];
    const found = wireFindings(
      played(['c2s', { id: 7, method: 'skills/list' }], ['s2c', { id: 7, result: { skills } }]),
    );
    expect(found.map(({ item }) => item)).toContain('skill:refunds');
  });

  it('count what is too much to be told', () => {
    const stray = Array.from({ length: 130 }, (_, at): Step => ['s2c', { id: 1_000 + at, result: {} }]);
    const found = wireFindings(played(...stray));
    const [rule] = new Set(found.map((one) => one.rule));
    expect(found.filter((one) => one.rule === rule)).toHaveLength(101);
    expect(found.at(100)?.message).toMatch(/^30 more of the same/);
  });
});
