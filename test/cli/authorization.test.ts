import { generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserIn, MACHINE_SECRET, redirectOf, startAuthorizing } from '../support/authorizing.ts';
import { type CliResult, runCli, scratch } from '../support/cli.ts';
import type { HttpServer } from '../support/http-server.ts';

const MACHINE = generateKeyPairSync('rsa', { modulusLength: 2048 });

let server: HttpServer;
beforeAll(async () => {
  server = await startAuthorizing(MACHINE.publicKey.export({ type: 'spki', format: 'pem' }).toString());
});
afterAll(() => server.close());

const at = (name: string): string => `${server.base}/${name}/mcp`;

/** The URL that stands alone on a line of stderr. */
const pageIn = (stderr: string): string => /^http\S+\/as\/authorize\S+$/m.exec(stderr)?.[0] ?? '';

/** Calls the tool, a browser at hand that goes wherever it is sent. */
function whoami(name: string, words: readonly string[] = [], state = scratch()): Promise<CliResult> {
  const env = { BROWSER: browserIn(state), XDG_STATE_HOME: state };
  return runCli(['call', 'whoami', '--browser', ...words, '--', at(name)], { env });
}

describe('authorization in scripts', () => {
  it('is given in a browser, and kept for the next time', async () => {
    const state = scratch();
    const first = await whoami('plain', [], state);
    expect([first.code, first.stdout]).toEqual([0, 'you may, at plain\n']);
    expect(first.stderr).toMatch(
      /^mcp-loupe: the server requires authorization; open this page:\nhttp\S+\n$/,
    );
    const { code, stdout, stderr } = await whoami('plain', [], state);
    expect([code, stdout, stderr]).toEqual([0, 'you may, at plain\n', '']);
  });

  it('opens no browser by itself, and takes whoever goes to the page', async () => {
    const state = scratch();
    const env = { BROWSER: browserIn(state), XDG_STATE_HOME: state };
    let visited: Promise<string> | undefined;
    const { code, stdout } = await runCli(['call', 'whoami', '--', at('with-iss')], {
      env,
      when: [/^http.*\/as\/authorize.*\n/m, (_, said) => (visited = goTo(said))],
    });
    expect([code, stdout]).toEqual([0, 'you may, at with-iss\n']);
    expect(await visited).toContain('Authorization is complete.');
  });

  async function goTo(stderr: string): Promise<string> {
    const back = await redirectOf(pageIn(stderr));
    return (await fetch(back)).text();
  }

  it.each([
    ['wrong-iss', 'the redirect is of another issuer'],
    ['denied', 'authorization was denied (access_denied: not today)'],
    ['no-registration', 'does not register clients — give one with --client-id'],
  ])('fails with the reason: %s', async (name, why) => {
    const { code, stdout, stderr } = await whoami(name);
    expect([code, stdout]).toEqual([3, '']);
    expect(stderr).toContain(why);
  });

  it('does not wait for ever', async () => {
    const { code, stderr } = await runCli(['list', '--connect-timeout', '1s', '--', at('plain')]);
    expect(code).toBe(3);
    expect(stderr).toContain('nobody has authorized within 1 s');
  });

  it('does not wait at all where nobody is', async () => {
    const { code, stderr } = await runCli(['list', '--', at('plain')], { env: { CI: 'true' } });
    expect(code).toBe(3);
    expect(stderr).toContain('nobody can open a login page here (CI is set)');
    expect(stderr).toContain('--client-id ID --client-secret @env:NAME');
    expect(pageIn(stderr)).toBe('');
  });

  it('ends when it is told to', async () => {
    const { code } = await runCli(['list', '--', at('plain')], {
      when: ['/as/authorize', (pid) => process.kill(pid, 'SIGINT')],
    });
    expect(code).toBe(130);
  });

  it('is given by the client itself', async () => {
    const folder = scratch();
    writeFileSync(join(folder, 'secret'), `${MACHINE_SECRET}\n`);
    writeFileSync(join(folder, 'key.pem'), MACHINE.privateKey.export({ type: 'pkcs8', format: 'pem' }));
    const ways: readonly (readonly [words: readonly string[], env: Record<string, string>])[] = [
      [['--client-secret', '@env:MINE'], { MINE: MACHINE_SECRET }],
      [['--client-secret', '@secret'], {}],
      [['--client-secret', MACHINE_SECRET], {}],
      [[], { MCP_LOUPE_CLIENT_SECRET: MACHINE_SECRET }],
      [['--client-key', 'key.pem'], {}],
    ];
    for (const [words, env] of ways) {
      const options = { cwd: folder, env: { CI: '1', ...env } };
      const given = ['ping', '--client-id', 'machine', ...words, '--', at('plain')];
      const { code, stderr } = await runCli(given, options);
      expect([words, code, stderr]).toEqual([words, 0, '']);
    }
  });

  it.each([
    [['--client-secret', 'x'], '--client-secret also needs --client-id'],
    [['--client-key', 'x'], '--client-key also needs --client-id'],
    [['--grant', 'client'], '--grant client needs --client-id and --client-secret or --client-key'],
    [['--client-id', 'x', '--client-secret', '@env:NONE'], '--client-secret: NONE is not set'],
    [['--client-id', 'x', '--client-secret', '@none'], 'no such file: none'],
    [['--client-id', 'x', '--client-key', '/dev/null'], '/dev/null contains no private key'],
    [['--client-id', 'x', '--client-key', 'k', '--client-secret', 's'], 'cannot be used together'],
    [['--client-metadata', 'nonsense'], '--client-metadata: "nonsense" is not an http or https URL'],
    [['--auth-param', 'state=x'], '--auth-param: state is set by mcp-loupe'],
    [['--auth-param', 'request_uri=x'], '--auth-param: request_uri is set by mcp-loupe'],
    [['--auth-param', 'scope=x'], '--auth-param: use --scope for scopes'],
    [['--auth-param', 'x'], '--auth-param: "x" is not NAME=VALUE'],
    [['--registration-token', '@env:NONE'], '--registration-token: NONE is not set'],
    [['--allow-host', 'https://a.example/'], '--allow-host: "https://a.example/" is not HOST or HOST:PORT'],
  ])('is asked for in a way that makes no sense: %j', async (words, why) => {
    const { code, stderr } = await runCli(['list', ...words, '--', at('plain')], { cwd: scratch() });
    expect([code, stderr]).toEqual([2, expect.stringContaining(why)]);
  });

  it('is not for commands', async () => {
    const { code, stderr } = await runCli(['list', '--client-id', 'x', '--', 'node', 'server.js']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('--client-id is for remote servers')]);
  });

  it.each([
    [['--no-auth'], "give it: -H 'Authorization: Bearer …'"],
    [['-H', 'Authorization: Bearer mine-0123456789'], 'the server refused the Authorization header you gave'],
    [['-H', 'Authorization: Bearer '], 'the Authorization header contains no token after "Bearer"'],
  ])('is off with %j', async (words, why) => {
    const { code, stderr } = await runCli(['list', ...words, '--', at('plain')]);
    expect(code).toBe(3);
    expect(stderr).toContain(why);
    expect(pageIn(stderr)).toBe('');
  });

  it('tells of a file that is corrupt', async () => {
    const state = scratch();
    const folder = join(state, 'mcp-loupe', 'auth');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'a.json'), 'no');
    const { code, stderr } = await whoami('plain', [], state);
    expect(code).toBe(0);
    expect(stderr).toMatch(/^mcp-loupe: \S+a\.json is not JSON; it was renamed to \S+$/m);
  });

  it('is asked for as the person says, and the initial access token stays secret', async () => {
    const file = join(scratch(), 'b.mcp.jsonl');
    const words = ['--scope', '', '--auth-param', 'audience=a', '--registration-token', 'initial-0123456789'];
    const { code, stderr } = await whoami('plain', [...words, '--record', file]);
    expect(code).toBe(0);
    const page = new URL(pageIn(stderr)).searchParams;
    expect([page.get('scope'), page.get('audience')]).toEqual([null, 'a']);
    const text = readFileSync(file, 'utf8');
    expect(text).toContain('["Authorization","Bearer [redacted]"]');
    expect(text).not.toContain('initial-0123456789');
  });

  it('records no secret', async () => {
    const file = join(scratch(), 'a.mcp.jsonl');
    const { code } = await whoami('expiring', ['--record', file]);
    expect([code, existsSync(file)]).toEqual([0, true]);
    const text = readFileSync(file, 'utf8');
    expect(text).toContain('"for":"token"');
    expect(text).not.toMatch(/(?:access|refresh|code)-[0-9a-f]{8}/);
    expect(text.match(/code_verifier=\[redacted\]/g)).toHaveLength(1);
  });
});
