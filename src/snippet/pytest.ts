import { type Check, type Expected, expectedOf, type KnownAnswer, patternOf, wholeNote } from './checks.ts';
import { type Hider, titleOf } from './hide.ts';
import type { Invocation, SnippetText } from './invocation.ts';
import { paramsText } from './json-rpc.ts';
import { type Connected, call, connectedTo, literal, programOf, quoted, taskNote } from './python.ts';
import type { SnippetServer } from './server.ts';

/**
 * The same call as a test for pytest with the official Python SDK (2.x), which holds a later answer against this one. It
 * needs no plugin.
 *
 * @param answered what was answered; without it the call only has to go well
 */
export function pytest(
  asked: Invocation,
  server: SnippetServer,
  hide: Hider,
  answered: KnownAnswer | undefined,
): SnippetText {
  const connected = connectedTo(server);
  if ('why' in connected) return connected;
  const expected = expectedOf(asked, answered, hide);
  const params = paramsText(asked, hide);
  const isRefused = expected.kind === 'error';
  const indent = ' '.repeat(isRefused ? 16 : 12);
  const sent = `await client.${call(asked, params, indent)}`;
  const loose = (text: string): string | undefined => {
    const pattern = patternOf(text, answered);
    return pattern && `Text(${pattern === 'any' ? '' : quoted(pattern.source)})`;
  };
  const body = isRefused
    ? [`            with pytest.raises(MCPError) as raised:`, `${indent}${sent}`]
    : [`${indent}return ${sent}`];
  const claims = expected.kind === 'error' ? refusal(expected, loose) : holding(asked, expected, loose);
  const lines = [
    ...(claims.some((claim) => claim.includes('Text(')) ? TEXT : []),
    '',
    '',
    `def test_${nameOf(titleOf(asked, hide))}():`,
    '    async def ask():',
    '        async with Client(server) as client:',
    ...taskNote(asked, indent),
    ...body,
    ...(isRefused ? ['        return raised.value.error'] : []),
    '',
    `    ${isRefused ? 'error = asyncio.run(ask())' : 'answer = asyncio.run(ask()).model_dump(mode="json", by_alias=True)'}`,
    ...claims.map((claim) => `    ${claim}`),
  ];
  const packages = isRefused ? ['import pytest'] : [];
  return { text: programOf(isRefused ? refusing(connected) : connected, lines.join('\n'), packages) };
}

const refusing = (connected: Connected): Connected => ({
  ...connected,
  imports: [...connected.imports, 'from mcp import MCPError'],
});

const TEXT = [
  '',
  '',
  'class Text:',
  '    """Equals all texts of a pattern: what is another one each time."""',
  '',
  '    def __init__(self, pattern=".*"):',
  '        self.pattern = pattern',
  '',
  '    def __eq__(self, other):',
  '        return isinstance(other, str) and bool(re.fullmatch(self.pattern, other, re.DOTALL))',
  '',
  '    def __repr__(self):',
  '        return f"a text like {self.pattern!r}"',
];

/** `get-sum` → `get_sum`. */
const nameOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 60) || 'call';

const refusal = (
  { code, message, data }: Extract<Expected, { kind: 'error' }>,
  loose: (text: string) => string | undefined,
): string[] => [
  `assert error.code == ${literal(code, INDENT)}`,
  ...(message === undefined ? [] : [`assert error.message == ${loose(message) ?? quoted(message)}`]),
  ...(data === undefined ? [] : [`assert error.data == ${literal(data, INDENT, loose)}`]),
];

const INDENT = ' '.repeat(4);

const holding = (
  { method }: Invocation,
  { failed, checks, whole }: Extract<Expected, { kind: 'result' }>,
  loose: (text: string) => string | undefined,
): string[] => [
  ...(method === 'tools/call' ? [`assert ${failed ? '' : 'not '}answer["isError"]`] : []),
  ...(whole === undefined ? [] : [`# ${wholeNote(whole)}`]),
  ...checks.map((check) => `assert ${claim(check, loose)}`),
];

function claim({ path, inner, is }: Check, loose: (text: string) => string | undefined): string {
  const text = `answer${path.map(step).join('')}`;
  const place = inner === undefined ? text : `json.loads(${text})${inner.map(step).join('')}`;
  switch (is.kind) {
    case 'equal':
      // Only these are one of a kind in Python.
      if (/^(?:true|false|null)$/.test(is.json)) return `${place} is ${literal(is.json, '')}`;
      return `${place} == ${literal(is.json, INDENT, loose)}`;
    case 'length':
      return `len(${place}) == ${typeof is.of === 'string' ? [...is.of].length : is.of}`;
    case 'begins':
      return `${place}.startswith(${quoted(is.with)})`;
  }
}

const step = (name: string | number): string => `[${typeof name === 'number' ? name : quoted(name)}]`;
