import { describe, expect, onTestFinished, test } from 'vitest';
import { freePort, type HttpServer, startDemo, startEverything } from '../support/http-server.ts';
import { opened, openNamed } from '../support/opening.ts';
import { portion } from '../support/portion.ts';
import { sentWith } from '../support/recording.ts';

const everything = (port: number) => startEverything('streamableHttp', port);

const SERVERS = [
  {
    ...{ name: 'that says it forgot the session', start: startDemo, args: ['--era', 'legacy'] },
    ...{ tool: 'weather', result: '"clouds": 8', again: /no[\s│┃]+longer/, opened: 2 },
  },
  {
    ...{
      name: 'that answers a session it does not know in its own way',
      start: everything,
      args: ['--era', 'auto'],
    },
    ...{ tool: 'get-tiny-image', result: 'image/png', again: /no[\s│┃]+longer/, opened: 2 },
  },
  // There is no session to lose: what is called again is answered.
  {
    ...{ name: 'of the modern era', start: startDemo, args: ['--era', 'modern'] },
    ...{ tool: 'weather', result: '"clouds": 8', again: '"clouds": 8', opened: 1 },
  },
];

const sizes = portion([
  { cols: 80, rows: 24 },
  { cols: 120, rows: 32 },
]);

const cases = SERVERS.flatMap((server) => sizes.map((size) => ({ ...server, ...size })));

describe('a server that is killed and started again at its port', () => {
  test.each(cases)('$name, at $cols×$rows', { timeout: 60_000 }, async (one) => {
    const port = await freePort();
    let server: HttpServer = await one.start(port);
    onTestFinished(() => server.close());
    const { cols, rows } = one;
    const terminal = await opened([...one.args, `${server.base}/mcp`], { cols, rows });
    await openNamed(terminal, '2', one.tool);
    await terminal.waitFor('[ Call ]');
    await terminal.key('ctrl+s');
    await terminal.waitFor(one.result);

    server.process.kill('SIGKILL');
    await server.close();
    await terminal.key('r');
    await terminal.waitFor('No response.');
    await terminal.waitFor(/nothing listens[\s│┃]+at[\s│┃]/);

    server = await one.start(port);
    await terminal.key('r');
    await terminal.waitFor(one.again);

    // A new connection, with its lists, and the tool that was looked at.
    const opening = one.args.at(-1) === 'modern' ? '"server/discover"' : '"initialize"';
    await expect.poll(() => sentWith(terminal.home, opening)).toHaveLength(one.opened);
    await terminal.key('R');
    await terminal.waitFor('server ready');
    await expect.poll(() => sentWith(terminal.home, opening)).toHaveLength(one.opened + 1);
    const answered = () => sentWith(terminal.home, '"content":', 's2c');
    const answers = answered().length;
    await terminal.key('r');
    // What the call before it answered may look the same, and leaving asks while one runs.
    await expect.poll(answered).toHaveLength(answers + 1);
    await terminal.waitFor(one.result);
    await terminal.key('q');
    expect((await terminal.exited).code).toBe(0);
  });
});
