import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { hostOn, rules, server, state } from '../support/in-place.ts';
import { listed } from '../support/ready-host.ts';

describe('a live session', () => {
  it('connects, lists, calls and closes', async () => {
    const host = hostOn(
      server(
        `'tools/call': (m) => send({ id: m.id, result: { content: [{ type: 'text', text: m.params.name }] } }),`,
      ),
    );
    expect(await host.connection.connect()).toBe('ready');
    await listed(host);
    expect(state(host)).toMatchObject({
      phase: 'ready',
      server: { name: 'fake' },
      lists: { tools: { state: 'done', items: [{ name: 'echo' }] } },
    });
    const call = host.connection.request('tools/call', { name: 'echo', arguments: {} });
    expect(state(host).running).toMatchObject([
      { seq: call.seq, method: 'tools/call', subject: 'echo', by: 'user' },
    ]);
    const outcome = await call.done;
    expect(outcome).toMatchObject({ kind: 'result', result: { content: [{ text: 'echo' }] } });
    expect(host.log.row(call.seq)).toMatchObject({ by: 'user', ended: 'answered' });
    await host.close();
    expect(state(host)).toMatchObject({ phase: 'closed', why: [], process: { exit: { code: 0 } } });
    expect(rules(host)).toEqual([]);
  });

  it('records every line without its secrets, and shows them exact', async () => {
    const host = hostOn(
      server(
        `'tools/call': (m) => send({ id: m.id, result: { content: [{ type: 'text', text: process.env.FAKE_SECRET }] } }),`,
      ),
    );
    await host.connection.connect();
    const outcome = await host.connection.request('tools/call', { name: 'echo' }).done;
    const seq = outcome.kind === 'result' ? outcome.seq : 0;
    expect(host.log.text(seq)).toContain('do-not-leak-0123');
    expect(host.mask(host.log.text(seq) ?? '')).not.toContain('do-not-leak');
    await host.close();
    const lines = readFileSync(host.recording()?.path ?? '', 'utf8')
      .trim()
      .split('\n');
    expect(lines).toHaveLength(host.log.length);
    expect(lines.join('\n')).not.toContain('do-not-leak');
    expect(lines.map((line) => JSON.parse(line).seq)).toEqual(lines.map((_, seq) => seq));
  });

  it('gives up after the time-out, tells the server, and names a late answer', async () => {
    const host = hostOn(
      server(
        `'tools/call': (m) => { late = m; }, 'notifications/cancelled': (m) => send({ id: late.id, result: { content: [] } }),`,
      ).replace('let rest', 'let late; let rest'),
    );
    await host.connection.connect();
    const call = host.connection.request('tools/call', { name: 'slow' }, { timeout: 200 });
    expect(await call.done).toMatchObject({
      kind: 'timeout',
      why: 'no answer to tools/call slow within 0.2 s',
    });
    await expect.poll(() => rules(host)).toContain('id/late');
    expect(host.log.row(call.seq)?.ended).toBe('answered');
  });

  it('lets progress put the time-out off, up to its bound', async () => {
    const report = `'tools/call': (m) => { setInterval(() => send({ method: 'notifications/progress', params: { progressToken: m.params._meta.progressToken, progress: 1 } }), 50); },`;
    // One report after 0.2 s is enough to put it off beyond its bound.
    const host = hostOn(server(report), { timeout: 3_000, maxTimeout: 3_200 });
    await host.connection.connect();
    const outcome = await host.connection.request('tools/call', { name: 'slow' }).done;
    expect(outcome).toMatchObject({
      kind: 'timeout',
      why: 'no answer to tools/call slow in spite of progress, not within 3.2 s in all',
    });
  });

  it('follows changes of a list, fifty at once by two requests at most, and tells what is new', async () => {
    const changing = `
      'tools/list': (m) => { asked += 1; send({ id: m.id, result: { tools: asked === 1 ? [] : [{ name: 'new', inputSchema: { type: 'object' } }] } }); },
      'tools/call': (m) => { for (let i = 0; i < 50; i += 1) send({ method: 'notifications/tools/list_changed' }); send({ id: m.id, result: { content: [] } }); },
      ping: (m) => send({ id: m.id, result: {} }),`;
    const host = hostOn(server(changing).replace('let rest', 'let asked = 0; let rest'));
    await host.connection.connect();
    await host.connection.request('tools/call', { name: 'x' }).done;
    await expect.poll(() => state(host).lists.tools.changed).toMatchObject({ after: [{ name: 'new' }] });
    await host.connection.request('ping').done;
    const rows = Array.from({ length: host.log.length }, (_, seq) => host.log.row(seq));
    const asked = rows.filter((row) => row?.kind === 'request' && row.method === 'tools/list');
    expect(asked.length - 1).toBeGreaterThan(0);
    expect(asked.length - 1).toBeLessThanOrEqual(2);
  });

  it('cancels when asked to', async () => {
    const host = hostOn(
      server(
        `'notifications/cancelled': (m) => send({ method: 'notifications/message', params: { level: 'info', data: m.params } }),`,
      ),
    );
    await host.connection.connect();
    const call = host.connection.request('tools/call', { name: 'slow' });
    call.cancel('changed my mind');
    expect(await call.done).toMatchObject({
      kind: 'cancelled',
      why: 'tools/call slow was cancelled: changed my mind',
    });
    await expect.poll(() => state(host).counts.logs).toBe(1);
    expect(state(host).running).toEqual([]);
  });

  it('takes an error without an id for the answer to the only call, after a second', async () => {
    const host = hostOn(
      server(`'tools/call': (m) => send({ id: null, error: { code: -32700, message: 'Parse error' } }),`),
    );
    await host.connection.connect();
    const call = host.connection.request('tools/call', { name: 'x' });
    expect(await call.done).toMatchObject({ kind: 'error', error: { message: 'Parse error' } });
    await host.checked();
    expect(rules(host)).toEqual(['id/null', 'sdk/refuses']);
    expect(host.log.row(call.seq)?.ended).toBe('assumed');
  });

  it('refers to what came meanwhile when it gives up', async () => {
    const host = hostOn(server(`'tools/call': (m) => send({ id: 1, result: {} }),`));
    await host.connection.connect();
    const outcome = await host.connection.request('tools/call', { name: 'x' }, { timeout: 3_000 }).done;
    expect(outcome).toMatchObject({
      kind: 'timeout',
      why: expect.stringMatching(/within 3 s; meanwhile: response for id 1, which is not pending/),
    });
  });

  it('answers ping, and says no to what it does not serve', async () => {
    const ask = `'notifications/initialized': () => { send({ id: 'a', method: 'ping' }); send({ id: 'b', method: 'sampling/createMessage', params: { messages: [], maxTokens: 1 } }); send({ id: 'c', method: 'vendor/ask' }); },`;
    const host = hostOn(server(ask));
    await host.connection.connect();
    const answers = () =>
      Array.from({ length: host.log.length }, (_, seq) => host.log.entry(seq)).filter(
        (entry) => entry?.type === 'frame' && entry.by === 'server',
      );
    await expect.poll(() => answers().length).toBe(3);
    expect(answers().map((entry) => (entry?.type === 'frame' ? JSON.parse(entry.msg) : {}))).toMatchObject([
      { id: 'a', result: {} },
      { id: 'b', error: { code: -32601 } },
      { id: 'c', error: { code: -32601 } },
    ]);
    await host.checked();
    expect(rules(host)).toEqual(['server/unannounced-request', 'server/unknown-request']);
  });

  it('says in a time-out that the server closed its stdout', async () => {
    const closes = `require('node:fs').closeSync(1); setInterval(() => {}, 1000);`;
    const host = hostOn(server(`'tools/call': () => { ${closes} },`));
    await host.connection.connect();
    const outcome = await host.connection.request('tools/call', { name: 'x' }, { timeout: 3_000 }).done;
    expect(outcome).toEqual({
      kind: 'timeout',
      why: 'no answer to tools/call x within 3 s; meanwhile: the server closed its stdout',
    });
  });

  it('says why a server that runs hears nothing any more', async () => {
    const deafens = `process.stdin.destroy(); try { require('node:fs').closeSync(0); } catch {} setInterval(() => {}, 1000);`;
    const host = hostOn(server(`'tools/call': (m) => { ${deafens} send({ id: m.id, result: {} }); },`));
    await host.connection.connect();
    await host.connection.request('tools/call', { name: 'x' }).done;
    const ping = () => host.connection.request('ping', undefined, { timeout: 500 }).done;
    await expect.poll(ping, { timeout: 20_000 }).toMatchObject({
      kind: 'closed',
      why: expect.stringMatching(/^ping was not sent: the server does not read its stdin: /),
    });
  });

  it('answers with the id as it was sent', async () => {
    const ids = ['12345678901234567890', '-1', '1.0', '"a"'];
    const text = JSON.stringify(ids.map((id) => `{"jsonrpc":"2.0","id":${id},"method":"ping"}\n`).join(''));
    const host = hostOn(server(`'notifications/initialized': () => process.stdout.write(${text}),`));
    await host.connection.connect();
    const sent = () =>
      Array.from({ length: host.log.length }, (_, seq) => host.log.entry(seq)).flatMap((entry) =>
        entry?.type === 'frame' && entry.by === 'server' ? [entry.msg] : [],
      );
    await expect.poll(sent).toEqual(ids.map((id) => `{"jsonrpc":"2.0","id":${id},"result":{}}`));
  });

  it('does not answer what the server takes back at once', async () => {
    const lines = [
      { jsonrpc: '2.0', id: 'a', method: 'ping' },
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'a' } },
    ];
    const text = JSON.stringify(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const host = hostOn(
      server(`'tools/call': (m) => { process.stdout.write(${text}); send({ id: m.id, result: {} }); },`),
    );
    await host.connection.connect();
    await host.connection.request('tools/call', { name: 'x' }).done;
    // Whoever answers the ping does it before the next request.
    await host.connection.request('tools/call', { name: 'x' }).done;
    expect(rules(host)).not.toContain('id/late');
    const sent = Array.from({ length: host.log.length }, (_, seq) => host.log.entry(seq)).filter(
      (entry) => entry?.type === 'frame' && entry.by === 'server',
    );
    expect(sent).toEqual([]);
  });

  it('ends what runs when the server dies, and can be restarted on the same transcript', async () => {
    const host = hostOn(
      server(`'tools/call': (m) => { process.stderr.write('ouch\\n'); process.exit(9); },`),
    );
    await host.connection.connect();
    const call = host.connection.request('tools/call', { name: 'crash' });
    expect(await call.done).toMatchObject({
      kind: 'closed',
      why: 'the server exited with code 9 while tools/call was running; its stderr says: ouch',
    });
    expect(state(host)).toMatchObject({
      phase: 'failed',
      why: ['the server exited with code 9; its stderr says: ouch'],
      stderr: ['ouch'],
    });
    expect(await host.connection.request('ping').done).toMatchObject({
      kind: 'closed',
      why: 'ping was not sent: the server exited with code 9; its stderr says: ouch',
    });
    expect(await host.connection.restart()).toBe('ready');
    expect(state(host)).toMatchObject({ phase: 'ready', session: 1, why: [] });
  });
});
