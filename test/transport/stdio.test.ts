import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { build } from 'esbuild';
import { afterEach, describe, expect, test } from 'vitest';
import type { Capture } from '../../src/session/frame.ts';
import { StartError } from '../../src/transport/transport.ts';
import { commandOf, prepared, runs, type Started, started } from '../support/started.ts';

const FAULTY = new URL('../support/servers/faulty.mjs', import.meta.url).pathname;
const STDIO = new URL('../../src/transport/stdio.ts', import.meta.url).pathname;
/** What lets a CommonJS package live in a bundle of modules. */
const REQUIRE = {
  banner: { js: "import{createRequire}from'node:module';const require=createRequire(import.meta.url);" },
};
const running: Started[] = [];

const faulty = async (fault: string): Promise<Started> => {
  const one = await started(['node', FAULTY, fault]);
  running.push(one);
  return one;
};
afterEach(async () => {
  await Promise.all(running.splice(0).map(({ transport }) => transport.close()));
});

const isLife = (event: string) => (capture: Capture) => capture.type === 'life' && capture.event === event;
const answers = (id: number) => (capture: Capture) =>
  capture.type === 'frame' && capture.dir === 's2c' && (capture.message as { id: unknown }).id === id;
const stderrOf = ({ captures }: Started) =>
  captures.flatMap((capture) => (capture.type === 'stderr' ? [capture.text] : []));
const pidOf = ({ captures }: Started): number => {
  const spawn = captures.find(isLife('spawn'));
  return (spawn?.type === 'life' && spawn.pid) || Number.NaN;
};
const childOf = async ({ until }: Started): Promise<number> => {
  const said = await until((capture) => capture.type === 'stderr' && capture.text.startsWith('child '));
  return Number(said.type === 'stderr' && said.text.slice(6));
};
const request = (id: number, method: string, params = {}) =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params });

describe('a conversation', () => {
  test('is captured in order, both ways, from spawn to exit', async () => {
    const one = await faulty('none');
    one.transport.sendText(request(1, 'ping'));
    await one.until(answers(1));
    await one.transport.close();
    expect(one.captures.map((capture) => ('dir' in capture ? capture.dir : capture.type))).toEqual([
      ...['life', 'c2s', 's2c', 'life'],
    ]);
    expect(one.captures[1]).toMatchObject({ type: 'frame', line: 1, msg: request(1, 'ping') });
    expect(one.captures.at(-1)).toMatchObject({ type: 'life', event: 'exit', code: 0 });
    expect(one.captures.at(-1)).not.toHaveProperty('detail');
  });

  test('sends text exactly, be it a message or not', async () => {
    const one = await started(['cat']);
    running.push(one);
    // What is a message comes last: when it is back, all is.
    for (const text of ['é € 😀 \t', '{\n"a"', '{ "id":1.0, "method":"x" }']) one.transport.sendText(text);
    await one.until((capture) => capture.type === 'frame' && capture.dir === 's2c');
    await one.transport.close();
    const texts = (dir: string) =>
      one.captures.flatMap((capture) => {
        if (capture.type === 'frame' && capture.dir === dir) return [capture.msg];
        return capture.type === 'invalid' && capture.dir === dir ? [capture.text] : [];
      });
    expect(texts('c2s')).toEqual(['é € 😀 \t', '{', '"a"', '{ "id":1.0, "method":"x" }']);
    expect(texts('s2c')).toEqual(texts('c2s'));
  });

  test('takes a message of 20 MB each way', async () => {
    const one = await started(['cat']);
    running.push(one);
    const text = request(1, 'x', { text: 'x'.repeat(20_000_000) });
    one.transport.sendText(text);
    const back = await one.until(answers(1));
    expect(back.type === 'frame' && back.msg === text).toBe(true);
  });

  test('waits with send until the server reads', async () => {
    const one = await faulty('none');
    const params = { text: 'x'.repeat(1_000_000) };
    await one.transport.send({ jsonrpc: '2.0', id: 1, method: 'x', params });
    await one.transport.send({ jsonrpc: '2.0', id: 2, method: 'x' });
    await one.until(answers(2));
    expect(one.captures.filter((capture) => 'dir' in capture).map((capture) => capture.dir)).toHaveLength(4);
  });

  test('does not stall on a message without a newline', async () => {
    const one = await faulty('no newline');
    one.transport.sendText(request(1, 'ping'));
    expect(await one.until(answers(1))).toMatchObject({ findings: [{ rule: 'stdio/no-newline' }] });
    one.transport.sendText(request(2, 'ping'));
    await one.until(answers(2));
  });

  test('carries a client of the SDK', async () => {
    const one = prepared(commandOf(['node', FAULTY]));
    running.push(one);
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(one.transport);
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['ok']);
    const closed = new Promise<void>((resolve) => {
      client.onclose = resolve;
    });
    await client.close();
    await closed;
  });
});

describe('a server that asks and asks', () => {
  /** Writes pings, as many as the pipe takes, and reads nothing until it is told. */
  const asks = (count: number) => `
    let id = 0;
    const ask = () => {
      while (id < ${count} && process.stdout.write(\`{"jsonrpc":"2.0","id":\${id++},"method":"ping"}\\n\`));
      if (id < ${count}) process.stdout.once('drain', ask);
      else require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
        if (JSON.parse(line).id === ${count - 1}) console.error('all read');
      });
    };
    ask();`;
  const answering = async (count: number): Promise<Started> => {
    const one = prepared(commandOf(['node', '-e', asks(count)]));
    running.push(one);
    one.transport.onmessage = (message) =>
      one.transport.sendText(`{"jsonrpc":"2.0","id":${(message as { id: number }).id},"result":{}}`);
    await one.transport.start();
    return one;
  };
  const sent = ({ captures }: Started) =>
    captures.flatMap((capture) => (capture.type === 'frame' && capture.dir === 'c2s' ? [capture.msg] : []));

  test('and reads nothing is held back, so that what is owed to it does not grow', async () => {
    const one = await answering(Number.POSITIVE_INFINITY);
    await expect.poll(() => one.errors.join(), { timeout: 30_000 }).toMatch(/does not read its stdin/);
    const owed = sent(one).length;
    await one.transport.close();
    expect(sent(one)).toHaveLength(owed);
    expect(sent(one).join('\n').length).toBeLessThan(8_000_000);
  });

  test('gets all its answers, in its order, once it reads', async () => {
    const one = await answering(20_000);
    await one.until((capture) => capture.type === 'stderr' && capture.text === 'all read');
    expect(sent(one).map((text) => JSON.parse(text).id)).toEqual(
      Array.from({ length: 20_000 }, (_, id) => id),
    );
  });
});

describe('stderr', () => {
  test('comes by line, progress bars too, and the last one without its end', async () => {
    const one = await faulty('progress bar');
    await one.until((capture) => capture.type === 'stderr' && capture.text === 'four');
    await one.transport.close();
    expect(stderrOf(one)).toEqual(['one', 'two', 'three', 'four', '', 'five']);
  });

  test('is drained while nothing else happens', async () => {
    const script =
      'for (let i = 0; i < 50_000; i++) console.error("x".repeat(99)); console.log(`{"id":1,"result":{}}`)';
    const one = await started(['node', '-e', script]);
    running.push(one);
    await one.until(isLife('exit'));
    expect(stderrOf(one)).toHaveLength(50_000);
    expect(one.captures.filter(answers(1))).toHaveLength(1);
  });
});

describe('the end by itself', () => {
  test('tells the exit code after all that was said', async () => {
    const one = await faulty('exits');
    expect(await one.until(isLife('exit'))).toMatchObject({ code: 3 });
    expect(stderrOf(one)).toEqual(['FATAL: no key']);
    expect(one.captures.at(-1)).toMatchObject({ event: 'exit' });
  });

  test('tells the signal', async () => {
    const one = await faulty('none');
    process.kill(pidOf(one), 'SIGKILL');
    const exit = await one.until(isLife('exit'));
    expect(exit).toMatchObject({ signal: 'SIGKILL' });
    expect(exit).not.toHaveProperty('code');
  });

  test('comes although a child holds stdout, and takes the child along', async () => {
    const one = await faulty('leaves a child with stdout');
    const child = await childOf(one);
    expect(runs(child)).toBe(true);
    expect(await one.until(isLife('exit'))).toMatchObject({ code: 4 });
    await one.transport.close();
    await expect.poll(() => runs(child)).toBe(false);
  });

  test('what is sent afterwards is reported as lost', async () => {
    const one = await faulty('exits');
    await one.until(isLife('exit'));
    const before = one.captures.length;
    one.transport.sendText('{}');
    expect(one.errors).toContain('not sent: the server has exited');
    expect(one.captures).toHaveLength(before);
    await expect(one.transport.send({ jsonrpc: '2.0', method: 'x' })).rejects.toThrow('not sent');
  });

  test('a server that no longer reads does not bring us down', async () => {
    const one = await faulty('closes stdin');
    await expect
      .poll(() => {
        one.transport.sendText(request(1, 'ping'));
        return one.errors.join();
      })
      .toMatch(/does not read its stdin|server is gone/);
  });
});

describe('close', () => {
  test('needs no signal for a server that heeds its stdin', async () => {
    const one = await faulty('none');
    one.transport.sendText(request(1, 'ping'));
    await one.until(answers(1));
    await Promise.all([one.transport.close(), one.transport.close()]);
    expect(one.captures.filter(isLife('exit'))).toMatchObject([{ code: 0 }]);
    expect(runs(pidOf(one))).toBe(false);
  });

  const says = 'console.error("Error: no key");';
  const speaks = `console.log('{"jsonrpc":"2.0","method":"x"}');`;
  const ends = (code: number) => `process.stdin.on('end', () => process.exit(${code})).resume();`;
  const closes = `process.stdin.on('end', () => { console.error('Error: EOF'); process.exit(1); }).resume();`;
  test.each([
    ['says it of one that never answered and was about to fail', says + ends(1), true],
    ['not of one that ends well', says + ends(0), false],
    ['not of one that worked until it was left', speaks + says + ends(1), false],
    ['not what it prints when it is left', `${closes}console.error('');`, false],
  ])('of what a server says why it ended: %s', async (_, code, isSaid) => {
    const one = await started(['node', '-e', code]);
    running.push(one);
    await one.until((capture) => capture.type === 'stderr');
    if (code.includes(speaks)) await one.until((capture) => capture.type === 'frame');
    await one.transport.close();
    const detail = { detail: 'its stderr says: Error: no key' };
    if (isSaid) expect(one.captures.at(-1)).toMatchObject({ event: 'exit', code: 1, ...detail });
    else expect(one.captures.at(-1)).not.toHaveProperty('detail');
  });

  test('kills a server that ignores stdin and SIGTERM', async () => {
    const one = await faulty('stubborn');
    one.transport.sendText(request(1, 'ping'));
    await one.until(answers(1));
    await one.transport.close();
    expect(one.captures.at(-1)).toMatchObject({
      signal: 'SIGKILL',
      detail: expect.stringContaining('SIGKILL'),
    });
    await expect.poll(() => runs(pidOf(one))).toBe(false);
  });

  test('ends what stands behind a shell', async () => {
    const one = await started([
      'sh',
      '-c',
      `node ${FAULTY} stubborn & node ${FAULTY} 'leaves a child'; true`,
    ]);
    running.push(one);
    const child = await childOf(one);
    await one.transport.close();
    await expect.poll(() => [runs(child), runs(pidOf(one))]).toEqual([false, false]);
  });

  test('before the start, after the end and twice does nothing', async () => {
    const one = prepared(commandOf(['node', FAULTY]));
    await one.transport.close();
    await expect(one.transport.start()).resolves.toBeUndefined();
    await one.transport.close();
    await one.transport.close();
    await expect(one.transport.start()).rejects.toThrow('already started');
  });

  test('is not needed when this process ends: nobody is left behind', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'mcp-loupe-'));
    const outfile = join(folder, 'stdio.mjs');
    await build({ entryPoints: [STDIO], outfile, bundle: true, platform: 'node', format: 'esm', ...REQUIRE });
    const target = commandOf(['node', FAULTY, 'stubborn']);
    const script = `
      import { createStdioTransport } from ${JSON.stringify(outfile)};
      const transport = createStdioTransport(${JSON.stringify(target)});
      transport.oncapture = (capture) => {
        if (capture.event === 'spawn') console.log(capture.pid);
        if (capture.type === 'frame' && capture.dir === 's2c') process.exit(0);
      };
      await transport.start();
      transport.sendText('{"jsonrpc":"2.0","id":1,"method":"ping"}');`;
    const ours = spawnSync('node', ['--input-type=module', '-e', script], { encoding: 'utf8' });
    expect(ours.stderr).toBe('');
    await expect.poll(() => runs(Number(ours.stdout))).toBe(false);
  });

  test('killNow is over when it returns', async () => {
    const one = await faulty('stubborn');
    one.transport.killNow();
    await one.until(isLife('exit'));
    expect(runs(pidOf(one))).toBe(false);
  });
});

describe('what cannot be started says why', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mcp-loupe-'));
  const file = (name: string, text: string, mode: number): string => {
    writeFileSync(join(folder, name), text, { mode });
    return join(folder, name);
  };
  const script = file('server.js', '', 0o644);
  const cases: [name: string, words: string[], cwd: string, message: RegExp][] = [
    ['no such command', ['no-such-thing'], folder, /^no such command: no-such-thing .* PATH\?$/],
    ['a script as the command', ['server.js'], folder, /try: node server\.js$/],
    ['a script by its path', [script], '/', /try: node .*server\.js$/],
    ['a path that is not there', ['./nope'], folder, /^no such file: \.\/nope$/],
    ['a script that is not there', ['serve.py'], folder, /^no such file: serve\.py$/],
    ['a misspelt program', ['uvxx', 'thing'], folder, /^no such command: uvxx — did you mean uvx\?/],
    ['a package', ['@scope/mcp-server'], folder, / — a package of npm\? Try: npx -y @scope\/mcp-server$/],
    [
      'a package without a scope',
      ['mcp-server-nope'],
      folder,
      / npx -y mcp-server-nope or uvx mcp-server-nope$/,
    ],
    ['a host', ['mcp.example.com/mcp'], folder, / — did you mean https:\/\/mcp\.example\.com\/mcp\?$/],
    ['a word of the shell', ['cd', 'x'], folder, /: it is built into the shell — use --cwd FOLDER$/],
    ['a home', ['~/bin/server'], folder, /^no such file: ~\/bin\/server — only a shell expands ~; write \//],
    [
      'a home as the folder',
      ['node'],
      join(folder, '~/x'),
      /^no such folder: .* — only a shell expands ~; write \//,
    ],
    [
      'quotes within',
      ['"node"'],
      folder,
      /: "\\"node\\"" — write it without the spaces or quotes around it$/,
    ],
    ['a line for a shell', ['cd x && node y'], folder, / — a shell runs it: sh -c/],
    [
      'a config',
      [file('mcp.json', '{}', 0o644)],
      folder,
      /is not a program — if it is the config of a client: --config .*mcp\.json$/,
    ],
    [
      'a recording',
      [file('a.mcp.jsonl', '', 0o644)],
      folder,
      /is a recording — try: mcp-loupe open .*a\.mcp\.jsonl$/,
    ],
    [
      'a whole command line in one word',
      ['node server.js'],
      folder,
      /write the command and its arguments apart, as separate words/,
    ],
    ['not executable', [file('plain', '', 0o644)], '/', /^not executable: .* chmod \+x/],
    ['a folder', [folder], '/', /is a folder, not a command/],
    [
      'a missing interpreter',
      [file('odd', '#!/no/such/thing\n', 0o755)],
      '/',
      /interpreter .*#!\/no\/such\/thing/,
    ],
    ['no such folder', ['node'], join(folder, 'nope'), /^no such folder: .*nope$/],
    ['a file as the folder', ['node'], script, /^not a folder: /],
    ['a zero byte', ['node', 'a\0b'], folder, /^cannot start node: /],
  ];
  test.each(cases)('%s', async (_, words, cwd, message) => {
    const one = prepared(commandOf(words, { cwd }));
    const error = await one.transport.start().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(StartError);
    expect((error as Error).message).toMatch(message);
    await one.transport.close();
    expect(one.captures).toEqual([]);
  });
});
