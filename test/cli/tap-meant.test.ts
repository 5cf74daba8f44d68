import { describe, expect, it } from 'vitest';
import { cutArgv } from '../../src/cli/cut.ts';
import { optionsGiven } from '../../src/cli/options.ts';
import { insistOnMeant } from '../../src/cli/tap/meant.ts';
import { runCli } from '../support/cli.ts';
import { ended, startServer } from '../support/relayed.ts';

const SERVER = '-- node server.js';

/** What is typed after `mcp-loupe tap`, and what is said to it. */
const MEANINGLESS: readonly (readonly [words: string, sentence: string])[] = [
  ['node odd.js', "put the server's command after --: mcp-loupe tap -- node odd.js"],
  ['npx -y some-server', "put the server's command after --: mcp-loupe tap -- npx -y some-server"],
  ['https://example.com/mcp', 'after --: mcp-loupe tap -- https://example.com/mcp'],
  ['--http 4300 https://a.example/mcp', 'after --: mcp-loupe tap -- https://a.example/mcp'],
  ['help', 'see mcp-loupe tap --help'],
  ['--watch a.js b.js -- node a.js', 'and b.js is none; put quotes around a pattern of --watch'],
  ['node -- server.js', 'before -- only options of the tap are allowed, and node is none'],
  ['--', "the server's command is missing after --: mcp-loupe tap -- node server.js"],
  ['--http 4300', 'mcp-loupe tap --http 4300 -- https://example.com/mcp'],
  ['--http 4300 --', "the server's command is missing after --"],
  ['--insecure', '--insecure needs a remote server after --'],
  ['--watch x', "--watch needs the server's command after --: mcp-loupe tap --watch … -- node server.js"],
  ['--record x', "--record needs the server's command after --"],
  ['--yes', '--yes goes with --install CLIENT or --uninstall CLIENT'],
  ['--dry-run', '--dry-run goes with --install CLIENT'],
  ['--config mcp.json', '--config goes with --install CLIENT'],
  ['--server X', 'mcp-loupe tap --server NAME -- node server.js, or mcp-loupe tap --install CLIENT --server'],
  [
    `--install cursor ${SERVER}`,
    '--install finds the servers in the config of the client; leave out: -- node',
  ],
  ['--install cursor crm', 'name servers of the config by --server: --server crm'],
  ['--install cursor --watch x', '--watch cannot be used with --install or --uninstall'],
  ['--uninstall cursor --record x', '--record cannot be used with --install or --uninstall'],
  [`--yes ${SERVER}`, '--yes goes with --install or --uninstall, not with a server'],
  [`--http 4300 ${SERVER}`, '--http is for remote servers; node is a command'],
  [`--transport sse ${SERVER}`, '--transport is for remote servers; node is a command'],
  [`--json ${SERVER}`, '--json is for mcp-loupe tap alone'],
  [`--plain ${SERVER}`, '--plain is for mcp-loupe tap alone'],
  ['--watch x -- https://example.com/mcp', '--watch is for commands; https://example.com/mcp is started by'],
];

const MEANT: readonly string[] = [
  '',
  '--json',
  '--plain --ascii',
  `--record x --force --no-redact --client a --server b --watch c ${SERVER}`,
  '--http 0 --insecure --record x -- https://example.com/mcp',
  '--browser --client a --server b -- https://example.com/mcp',
  '--install cursor --server a --server b --dry-run --yes --config mcp.json',
  '--http 0 -- demo --http 0',
];

function insist(words: string): void {
  const cut = cutArgv(['tap', ...words.split(' ').filter((word) => word !== '')]);
  insistOnMeant({ ...cut, options: optionsGiven(cut.given) });
}

describe('what means nothing to a tap is said, with what to type instead', () => {
  it.each(MEANINGLESS)('%s', (words, sentence) => expect(() => insist(words)).toThrow(sentence));
  it.each(MEANT)('not so: %s', (words) => expect(() => insist(words)).not.toThrow());

  it('ends with the code for wrong usage', async () => {
    const { code, stdout, stderr } = await runCli(['tap', 'node', 'odd.js']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toBe("mcp-loupe: put the server's command after --: mcp-loupe tap -- node odd.js\n");
  });
});

it('taps the demonstration, which is a server for every other verb', async () => {
  const started = startServer(['demo'], { tap: [] });
  started.child.stdin!.end('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
  expect(await started.seen).toMatchObject({ end: 0 });
  const lines = await ended(started);
  expect(lines.at(0)).toMatchObject({ type: 'header' });
  expect(lines.some(({ re, msg }) => re !== undefined && msg.result !== undefined)).toBe(true);
});

it('gives a lone plus sign to its server', async () => {
  const script = 'process.stdout.write(JSON.stringify(process.argv.slice(1)) + "\\n")';
  const { code, stdout } = await runCli(['tap', '--', process.execPath, '-e', script, 'a', '+', 'demo']);
  expect({ code, stdout }).toEqual({ code: 0, stdout: '["a","+","demo"]\n' });
});
