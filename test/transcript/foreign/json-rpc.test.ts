import { describe, expect, it } from 'vitest';
import { kindOf } from '../../../src/transcript/foreign/kinds.ts';
import { itemsOf, shown, timesOf } from './log.ts';

const PING = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
const START = '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}';
const STARTED = '{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-06-18"}}';
const LIST = '{"jsonrpc":"2.0","id":2,"method":"tools/list"}';
const text = JSON.stringify;

/** A log, and what it holds: `>` to the server, `<` to the client, `!` no message, `-` a line of the log itself. */
const LOGS: readonly (readonly [name: string, log: string, holds: readonly string[]])[] = [
  ['CRLF, blank lines and blanks around', `\r\n  ${START} \r\n\r\n${STARTED}`, [`> ${START}`, `< ${STARTED}`]],
  ['a line that is torn', `${START}\n{"jsonrpc":"2.0","id":1,"res`, [`> ${START}`, '! {"jsonrpc":"2.0","id":1,"res']],
  ['what is no message, among bare messages', `${START}\nready\n${STARTED}`, [`> ${START}`, '! ready', `< ${STARTED}`]],
  ['what comes before bare messages', `ready\n{"a":1}\n${START}`, ['! ready', '! {"a":1}', `> ${START}`]],
  ['what comes before led messages', `ready\n{"a":1}\nin ${START}`, ['- ready', '- {"a":1}', `> ${START}`]],
  ['what is no message, among led messages', `in ${START}\nready {}\nout ${STARTED}`, [`> ${START}`, '- ready {}', `< ${STARTED}`]],
  ['a batch behind a prefix', `--> [${START}, ${PING}]`, [`> ${START}`, `> ${PING}`]],
  ['two messages on a line', `${START}${STARTED}`, [`> ${START}`, `< ${STARTED}`]],
  ['text behind a message', `${START}\nrecv b'${STARTED}\\n'`, [`> ${START}`, `< ${STARTED}`]],
  ['braces before a message', `{session 7} {} ${START}`, [`> ${START}`]],
  ['event streams', `${START}\nevent: message\ndata: ${STARTED}`, [`> ${START}`, '! event: message', `< ${STARTED}`]],
  ['messages over several lines', `${text(JSON.parse(START), null, 2)}\n[7] {\n[7]   "jsonrpc": "2.0",\n[7]   "id": 1, "result": {}\n[7] }\nend`, ['> {   "jsonrpc": "2.0",   "id": 1,   "method": "initialize",   "params": {} }', '< {   "jsonrpc": "2.0",   "id": 1, "result": {} }', '- end']],
  ['a led line that is torn', `>> ${START}\n<< ${STARTED}\n>> {"jsonrpc":"2.0","id":2,"meth`, [`> ${START}`, `< ${STARTED}`, '! >> {"jsonrpc":"2.0","id":2,"meth']],
  ['other things over several lines', `--> ${START}\nfunction a() {\n  b\n}\n{\n  "a": 1\nx`, [`> ${START}`, '- function a() {', '-   b', '- }', '- {', '-   "a": 1', '- x']],
  ['lines of pino', `{"level":30,"time":1780300800123,"msg":${text(`sent ${START}`)}}\n{"level":30,"time":1780300800124,"msg":"idle","id":4,"error":"x"}`, [`> ${START}`, '- {"level":30,"time":1780300800124,"msg":"idle","id":4,"error":"x"}']],
  ['lines of docker', `{"log":${text(`${START}\n`)},"stream":"stdin","time":"2026-06-01T08:00:00.5Z"}`, [`> ${START}`]],
  ['messages within JSON', `{"ts":"2026-06-01T08:00:00Z","raw":${START},"to":"x"}`, [`> ${START}`]],
  ['messages in quotes', `Sending: ${text(`${START}\n`)}`, [`> ${START}`]],
  ['messages that do not say that they are', `${START}\n{"id":1,"result":{}}`, [`> ${START}`, '< {"id":1,"result":{}}']],
  ['an array that is cut', `[${START},\n${STARTED},\n{"jsonrpc":"2.0","id":2,`, [`> ${START}`, `< ${STARTED}`, '! {"jsonrpc":"2.0","id":2,']],
  ['an array of batches', `[[${START}],[${STARTED}, 7]]`, [`> ${START}`, `! [${STARTED}, 7]`]],
  ['an array of what holds messages', `[{"ts":1,"raw":${START}}]`, [`> ${START}`]],
  ['a batch a line', `[${START},${LIST}]\n${STARTED}`, [`> ${START}`, `> ${LIST}`, `< ${STARTED}`]],
]; // biome-ignore format: a line each

describe('messages of JSON-RPC', () => {
  it.each(LOGS)('are read with %s', (_, log, holds) => {
    expect(shown('log.txt', log)).toEqual(holds);
  });

  it('are not exact where they are over several lines', () => {
    const subjects = (log: string) => [...(itemsOf('log.txt', log)?.assumed.keys() ?? [])];
    const pretty = text(JSON.parse(START), null, 2);
    expect(subjects(pretty)).toContain('text');
    expect(subjects(`[${pretty}]`)).toContain('text');
    for (const exact of [START, `[${START},\n${STARTED}]`]) expect(subjects(exact)).not.toContain('text');
  });

  it('have the times of their lines', () => {
    const at = (line: string) => timesOf('log.txt', line);
    expect(at(`2026-06-01T08:00:00.123456Z stdout F ${PING}`)).toEqual([
      Date.UTC(2026, 5, 1, 8, 0, 0, 123) + 0.456,
    ]);
    expect(at(`[2026-06-01 10:00:00,250+0200] ${PING}`)).toEqual([Date.UTC(2026, 5, 1, 8, 0, 0, 250)]);
    expect(at(`2026/06/01 08:00:00+02:00 ${PING}`)).toEqual([Date.UTC(2026, 5, 1, 6)]);
    expect(at(`1780300800.123 > ${PING}`)).toEqual([1780300800123]);
    expect(at(`[1780300800123] ${PING}`)).toEqual([1780300800123]);
    expect(at(`08:00:00 ${PING}`)).toEqual([undefined]);
    expect(at(`{"MESSAGE":${text(PING)},"__REALTIME_TIMESTAMP":"1780300800123456"}`)).toEqual([
      1780300800123.456,
    ]);
  });

  it.each([
    ['package.json', text({ name: 'x', version: '2.0', scripts: { id: 'a' } }, null, 2)],
    ['steps.jsonl', `${text({ name: 'a', method: 'tools/call', params: {} })}\n`],
    ['app.log', '{"level":"info","method":"GET","id":7}\n{"error":"x","id":1}\n'],
    ['client.ts', `send('${PING}');\nsend("{\\"jsonrpc\\":\\"2.0\\",\\"method\\":\\"a\\"}");\n`],
    ['notes.txt', 'the text {"jsonrpc":"2.0"} is no message\n'],
    ['empty.log', ''],
    ['lock.json', `[${text({ a: { jsonrpc: '2.0' } })}]`],
  ])('are not found in %s', (file, log) => {
    expect(kindOf(file, log)).toBe(undefined);
  });

  it('are found among lines that are none, however many and long', () => {
    const hostile = [
      '{'.repeat(1e5),
      `${'{"a":'.repeat(1e4)}${'}'.repeat(1e4)}`,
      PING.repeat(2e3),
      '{\n '.repeat(1e4),
    ];
    expect(shown('log.txt', [PING, ...hostile].join('\n')).length).toBeGreaterThan(2e3);
  });
});
