import { describe, expect, it } from 'vitest';
import { readInspected } from '../../../src/transcript/foreign/inspected.ts';
import { transcriptLines } from './log.ts';

const START = '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}';
const STARTED = '{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-06-18"}}';
const LIST = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';
const LISTED = '{"jsonrpc":"2.0","id":1,"result":{"tools":[]}}';
const HELD = 'Non-initialize message detected, sending auto-initialize request first';

const led = (lines: readonly string[]): string => lines.map((line) => `[supergateway] ${line}`).join('\n');
const json = (msg: string, data?: object | string): string =>
  JSON.stringify({ time: '2026-11-02T07:00:00.000Z', level: 'info', msg, data });

// biome-ignore format: a case each
const LOGS: readonly (readonly [name: string, log: string, holds: readonly string[]])[] = [
  ['over WebSocket', led([`WebSocket → Child: ${START}`, `Child → WebSocket: ${STARTED}`]), [`1.0 > ${START}`, `1.0 < ${STARTED}`]],
  ['started again', led([`StreamableHttp → Child: ${START}`, 'Child exited: code=1, signal=null', `StreamableHttp → Child: ${START}`]), [`1.0 > ${START}`, '1.0 life', '1.0 - Child exited: code=1, signal=null', `1.1 > ${START}`]],
  ['stateless, with sessions of its own', led(['Running stateless server', `StreamableHttp → Child: ${LIST}`, HELD, `StreamableHttp → Child (auto-initialize): ${START}`, `Child → StreamableHttp: ${STARTED}`, `StreamableHttp → Child (original): ${LIST}`, `Child → StreamableHttp: ${LISTED}`]),
    ['1.0 - Running stateless server', `1.0 - StreamableHttp → Child: ${LIST}`, `1.0 - ${HELD}`, `1.0 > ${START}`, `1.0 < ${STARTED}`, `1.0 > ${LIST}`, `1.0 < ${LISTED}`]],
  ['of two sessions, with the same ids', led(['Listening', `SSE → Child (session a): ${START}`, `SSE → Child (session b): ${START}`, `Child → SSE: { jsonrpc: '2.0', id: 0, result: { a: 1 } }`, `Child → SSE: { jsonrpc: '2.0', id: 0, result: { b: 1 } }`, 'Client disconnected (session a)']),
    ['1.0 - Listening', `1.0 > ${START}`, `2.0 > ${START}`, '1.0 < {"jsonrpc":"2.0","id":0,"result":{"a":1}}', '2.0 < {"jsonrpc":"2.0","id":0,"result":{"b":1}}', '1.0 - Client disconnected (session a)']],
  ['whole objects of many lines', led([`SSE → Child (session a): ${LIST}`, "Child → SSE: {\n  jsonrpc: '2.0',\n  id: 1,\n  result: {\n    tools: []\n  }\n}", 'Child stderr: one\ntwo\n']), [`1.0 > ${LIST}`, `1.0 < ${LISTED}`, '1.0 e one', '1.0 e two']],
  ['objects that are cut', led([`SSE → Child (session a): ${LIST}`, 'Child → SSE: {\n  id: 1,\n  result: { tools: [ [Object] ] }\n}', 'Child → SSE: {\n  id: 2,']), [`1.0 > ${LIST}`, '1.0 - Child → SSE: {', '1.0 -   id: 1,', '1.0 -   result: { tools: [ [Object] ] }', '1.0 - }', '1.0 - Child → SSE: {', '1.0 -   id: 2,']],
  ['of a client over stdio', led(["Stdio → SSE: { method: 'tools/list', jsonrpc: '2.0', id: 1 }", "Response: { jsonrpc: '2.0', id: 1, result: { tools: [] } }", "SSE → Stdio: { method: 'notifications/initialized', jsonrpc: '2.0' }"]), ['1.0 > {"method":"tools/list","jsonrpc":"2.0","id":1}', `1.0 < ${LISTED}`, '1.0 > {"method":"notifications/initialized","jsonrpc":"2.0"}']],
  ['what is no JSON, and a torn message', led(['Child non-JSON: hello {', `Child → StreamableHttp: ${STARTED}`, 'Child → StreamableHttp: {"jsonrpc":"2.0","id"']), ['1.0 ! hello {', '1.0 life', `1.0 < ${STARTED}`, '1.0 ! {"jsonrpc":"2.0","id"']],
  ['behind what a container puts before it', `gw-1  | [supergateway] Child stderr: a\ngw-1  | b\r\ngw-1  | [supergateway] WebSocket → Child: ${START}`, ['1.0 e a', '1.0 e b', `1.0 > ${START}`]],
  ['as JSON', [json('Child stderr: a\nb\n'), json(`SSE → Child (session a): ${LIST}`), json('Child → SSE:', JSON.parse(LISTED)), json('Failed', { a: 1 })].join('\n'), ['1.0 e a', '1.0 e b', `1.0 > ${LIST}`, `1.0 < ${LISTED}`, '1.0 - Failed {"a":1}']],
  ['as JSON, behind what a container puts before it', `gw-1  | ${json('Child → StreamableHttp:', LISTED)}\ngw-1  | ${json('Child stderr: [supergateway] no')}`, ['1.0 life', `1.0 < ${LISTED}`, '1.0 e [supergateway] no']],
  ['with a server that logs JSON', `${led(['Child stderr: '])}\n${json('Child stderr: no')}\n${led([`SSE -> Child: ${LIST}`])}`, [`1.0 e ${json('Child stderr: no')}`, `1.0 > ${LIST}`]],
];

describe('a log of supergateway', () => {
  it.each(LOGS)('is read %s', (_, log, holds) => {
    expect(transcriptLines('gateway.log', log)).toEqual(holds);
  });
});

describe('an object as Node writes it', () => {
  it('may hold a string of many megabytes', () => {
    const text = 'x'.repeat(20e6);
    expect(readInspected(`{ a: '${text}' }`)?.value).toEqual({ a: text });
  });

  // biome-ignore format: a case each
  it.each<readonly [string, unknown]>([
    [`{ a: 'it"s', 'b-c': "it's", d: \`'"\`, ['__proto__']: 1 }`, undefined],
    [`{ a: 'it"s', 'b-c': "it's", d: \`'"\`, e: [ -0.5, 1e+21, true, null ] }`, { a: 'it"s', 'b-c': "it's", d: `'"`, e: [-0.5, 1e21, true, null] }],
    ["{\n  a: 'one\\n' +\n    'two\\\\\\'\\x1B\\uD83D'\n}", { a: "one\ntwo\\'\u001b\ud83d" }],
    ['{ a: \x1b[33m1\x1b[39m }', { a: 1 }],
    ['{}', {}], ['[ {}, [] ]', [{}, []]],
    ['{ a: [Object] }', undefined], ['[ 1, 2, ... 3 more items ]', undefined], ["{ a: 'x'... 3 more characters }", undefined],
    ['{ a: undefined }', undefined], ['{ a: 1 } b', undefined], ['{ a: 1', undefined], ['', undefined], ['['.repeat(1e5), undefined],
  ])('%s', (text, value) => {
    expect(readInspected(text)?.value).toEqual(value);
  });
});
