import { describe, expect, it } from 'vitest';
import { read as readContent, subjects } from './words.ts';

const read = (...lines: readonly string[]) => readContent(lines.join('\n'));

const snoop = (more: string, session = 's') =>
  `{"session_id":"${session}","server_label":"x","seq":1,"ts":"2026-08-08T20:08:11.3101234+02:00",${more}}`;

describe('lines of mcpsnoop', () => {
  it.each([
    [
      'the slice is the text',
      '"direction":"c2s","transport":"stdio","raw":{"jsonrpc":"2.0", "id":1e2,"method":"a","method":"b"}',
      ['11.310 s c2s {"jsonrpc":"2.0", "id":1e2,"method":"a","method":"b"}'],
    ],
    [
      'a batch over stdio',
      '"direction":"s2c","transport":"stdio","raw":[{"jsonrpc":"2.0","id":1,"result":{}},{"jsonrpc":"2.0","method":"n"}]',
      [
        '11.310 s s2c {"jsonrpc":"2.0","id":1,"result":{}} 1/2',
        '11.310 s s2c {"jsonrpc":"2.0","method":"n"} 2/2',
      ],
    ],
    [
      'what is no JSON',
      '"direction":"s2c","transport":"stdio","text":"{oops"',
      ['11.310 s invalid s2c {oops this is not JSON'],
    ],
    [
      'JSON that is no message',
      '"direction":"s2c","transport":"stdio","raw":17',
      ['11.310 s invalid s2c 17 this is not a message'],
    ],
    [
      'a message that was cut',
      '"direction":"s2c","transport":"stdio","text":"{\\"jsonrpc\\":","truncated":true',
      ['11.310 s invalid s2c {"jsonrpc": mcpsnoop kept only the beginning of this message'],
    ],
    [
      'an answer without a body',
      '"direction":"s2c","transport":"http","conn_id":"[::1]:5","status":401,"auth_challenge":"Bearer"',
      ['11.310 s [::1]:5 response 401 WWW-Authenticate,Bearer'],
    ],
    [
      'an error with a status',
      '"direction":"s2c","transport":"http","raw":{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":""}},"conn_id":"a","status":400',
      [
        '11.310 s a response 400',
        '11.310 s a s2c {"jsonrpc":"2.0","id":1,"error":{"code":1,"message":""}} 1',
      ],
    ],
    [
      'a refusal that is no message',
      '"direction":"s2c","transport":"http","text":"<html>","conn_id":"a","status":502',
      ['11.310 s a response 502', '11.310 s a end <html>'],
    ],
    [
      'the command',
      '"direction":"meta","transport":"stdio","raw":{"command":["node","s.js"],"cwd":"/p"}',
      ['11.310 s spawn node s.js in /p'],
    ],
  ])('%s', (_, line, told) => {
    expect(read(snoop(line))).toMatchObject({ tool: 'mcpsnoop', told });
  });

  it('that are torn, foreign or missing', () => {
    const ok = snoop('"direction":"stderr","transport":"stdio","text":"up"');
    const { told, assumed } = read(
      `\ufeff${ok}`,
      '',
      '{"a":1}',
      ok.replace('"seq":1', '"seq":4'),
      ok.slice(0, 90),
    );
    expect(told).toEqual([
      '11.310 s stderr up',
      '11.310 s invalid s2c {"a":1} this is not a line of mcpsnoop',
      '11.310 s stderr up',
      `11.310 s invalid s2c ${ok.slice(0, 90)} the log ends within this line`,
    ]);
    expect(assumed).toEqual(['order: 2 numbers are missing: mcpsnoop dropped these lines']);
  });

  it('says once what was masked, batched or guessed', () => {
    const line = snoop(
      '"direction":"c2s","transport":"http","raw":{"jsonrpc":"2.0","method":"n"},"batch":true,"conn_id":"a","redacted":true',
    );
    expect(subjects(read(line, line))).toEqual(['session', 'masked', 'frames']);
  });
});

it('lines of mcpsnoop that follow on each other in a batch over HTTP are one', () => {
  const line = (raw: string, more = '"batch":true,', dir = 'c2s') =>
    snoop(`"direction":"${dir}","transport":"http","raw":${raw},${more}"conn_id":"a"`);
  const [one, two] = ['{"jsonrpc":"2.0","id":1,"method":"a"}', '{"jsonrpc":"2.0","id":2,"method":"b"}'];
  const { told, assumed } = read(line(one), line(two), line('5'), line(one), line(one, ''), line(two));
  expect(told.map((said) => said.replace('11.310 s a ', ''))).toEqual([
    ...[`c2s ${one} 1/2`, `c2s ${two} 2/2`, 'invalid c2s 5 this is not a message'],
    ...[`c2s ${one} 1/1`, `c2s ${one}`, `c2s ${two} 1/1`],
  ]);
  expect(assumed.join()).toContain('taken for one');
});

describe('lines of mcporter', () => {
  const meta = (dir: string, server = 'a') =>
    `"_meta":{"dir":"${dir}","server":"${server}","ts":"2026-08-08T20:08:11.310Z"}`;
  const start = `{"jsonrpc":"2.0","method":"$transport/start",${meta('lifecycle')}}`;

  it('are messages without the member that was added', () => {
    const { tool, told, assumed } = read(
      start,
      `{"method":"tools/call","params":{"_meta":{"progressToken":1},"t":"\\",\\"_meta\\":{\\"dir\\":"},"jsonrpc":"2.0","id":1,${meta('send')}}`,
      `{"jsonrpc":"2.0","id":1,"result":{"_meta":{"dir":"send"}},${meta('recv')}}`,
      `{"jsonrpc":"2.0","method":"n",${meta('recv', 'b \\"c\\"')}}`,
      start.replace('start', 'close'),
      start,
    );
    expect({ tool, told }).toEqual({
      tool: 'mcporter',
      told: [
        '11.310 a spawn',
        '11.310 a c2s {"method":"tools/call","params":{"_meta":{"progressToken":1},"t":"\\",\\"_meta\\":{\\"dir\\":"},"jsonrpc":"2.0","id":1}',
        '11.310 a s2c {"jsonrpc":"2.0","id":1,"result":{"_meta":{"dir":"send"}}}',
        '11.310 b "c" s2c {"jsonrpc":"2.0","method":"n"}',
        '11.310 a close',
        '11.310 a exit',
        '11.310 a again spawn',
      ],
    });
    expect(assumed).toHaveLength(1);
  });

  it('whose own member was replaced say so', () => {
    const { told, assumed } = read(`{"jsonrpc":"2.0",${meta('send')},"id":1,"method":"ping"}`);
    expect(told).toEqual(['11.310 a c2s {"jsonrpc":"2.0","id":1,"method":"ping"}']);
    expect(assumed.join()).toContain('had a member "_meta"');
  });

  it('that are torn', () => {
    const line = `{"jsonrpc":"2.0","method":"n",${meta('send')}}`;
    expect(read(line, line.slice(0, 40)).told.at(-1)).toBe(
      `11.310 a invalid s2c ${line.slice(0, 40)} the log ends within this line`,
    );
    expect(read(start, line.replace('"a"', '"\\x"')).told.at(-1)).toContain('invalid');
  });
});

describe('lines of mcp-vcr', () => {
  const head =
    '{"_type": "meta", "version": 1, "recorded_at": "2026-05-18T10:10:00Z", "session_id": "c", "server_command": []}';

  it('of two runs, masked', () => {
    const line =
      '{"t": 5, "dir": "c2s", "payload": {"jsonrpc": "2.0", "method": "n", "params": {"token": "<REDACTED_token>"}}}';
    const log = read(
      head,
      line,
      head.replace('10:10:00', '10:10:30'),
      line,
      '{"t": 9, "dir": "c2s", "payload": 1}',
    );
    const text = '{"jsonrpc": "2.0", "method": "n", "params": {"token": "<REDACTED_token>"}}';
    expect(log.told).toEqual([
      `00.005 c2s ${text}`,
      `30.005 again c2s ${text}`,
      '30.009 invalid c2s 1 this is not a message',
    ]);
    expect(subjects(log)).toEqual(['text', 'masked']);
  });
});
