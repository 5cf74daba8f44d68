import { type Check, type Expected, expectedOf, type KnownAnswer, patternOf, wholeNote } from './checks.ts';
import { type Hider, titleOf } from './hide.ts';
import type { Invocation } from './invocation.ts';
import { paramsText } from './json-rpc.ts';
import type { SnippetServer } from './server.ts';
import {
  callOf,
  clientFor,
  importsFor,
  literal,
  notesOn,
  quoted,
  sdkFor,
  transportFor,
} from './typescript.ts';

/**
 * The same call as a test for vitest with the official TypeScript SDK, which holds a later answer against this one.
 *
 * @param answered what was answered; without it the call only has to go well
 * @param version the revision that was agreed on
 */
export function vitest(
  asked: Invocation,
  server: SnippetServer,
  hide: Hider,
  answered: KnownAnswer | undefined,
  version?: string,
): string {
  const expected = expectedOf(asked, answered, hide);
  const params = paramsText(asked, hide);
  const sdk = sdkFor(server, version);
  const loose: Loose = (text, partOf = '') => {
    const pattern = patternOf(text, answered);
    if (pattern === undefined) return undefined;
    if (pattern === 'any') return 'expect.any(String)';
    const source = partOf === '' ? `^${pattern.source}$` : pattern.source;
    return `expect.stringMatching(new RegExp(${quoted(source)}, 's'))`;
  };
  const body = [
    ...notesOn(asked, params).map((note) => `${note}\n`),
    ...(expected.kind === 'error'
      ? refusal(expected, callOf(asked, params), loose)
      : holding(asked, expected, callOf(asked, params), loose)),
  ];
  const lines = [
    ...importsFor(server, sdk),
    "import { afterAll, beforeAll, expect, test } from 'vitest';",
    '',
    `const client = ${clientFor('test', sdk)};`,
    '',
    `beforeAll(() => client.connect(${transportFor(server)}), 60_000);`,
    '',
    'afterAll(() => client.close());',
    '',
    `test(${quoted(titleOf(asked, hide))}, async () => {`,
    ...body.map((statement) => `  ${statement.trimEnd().replaceAll('\n', '\n  ')}`),
    '}, 60_000);',
  ];
  return `${lines.join('\n')}\n`;
}

/** How a string is written of which not everything can be held: whole, or as part of a text. */
type Loose = (text: string, partOf?: string) => string | undefined;

function refusal(
  { code, message, data }: Extract<Expected, { kind: 'error' }>,
  call: string,
  loose: Loose,
): string[] {
  const said = message === undefined ? undefined : loose(message, 'the message');
  const members = [
    `code: ${literal(code)}`,
    ...(message === undefined ? [] : [`message: ${said ?? `expect.stringContaining(${quoted(message)})`}`]),
    ...(data === undefined ? [] : [`data: ${literal(data, loose)}`]),
  ];
  const wanted = members.map((member) => `  ${member.replaceAll('\n', '\n  ')},\n`).join('');
  return [`await expect(client.${call}).rejects.toMatchObject({\n${wanted}});`];
}

function holding(
  { method }: Invocation,
  { failed, checks, whole }: Extract<Expected, { kind: 'result' }>,
  call: string,
  loose: Loose,
): string[] {
  const deep = checks.some(({ path, inner }) => path.length > 1 || inner !== undefined);
  const isUnused = method !== 'tools/call' && checks.length === 0;
  return [
    `${isUnused ? '' : `const result${deep ? ': any' : ''} = `}await client.${call};`,
    ...(method === 'tools/call' ? [`expect(result.isError).${failed ? 'toBe(true)' : 'toBeFalsy()'};`] : []),
    ...(whole === undefined ? [] : [`// ${wholeNote(whole)}`]),
    ...checks.map((check) => `expect(${placeOf(check)}${wanted(check, loose)};`),
  ];
}

/** `result.content[0].text`, or what the JSON in it has: `JSON.parse(result.content[0].text).total`. */
function placeOf({ path, inner }: Check): string {
  const text = `result${path.map(step).join('')}`;
  return inner === undefined ? text : `JSON.parse(${text})${inner.map(step).join('')}`;
}

const step = (name: string | number): string => {
  if (typeof name === 'number') return `[${name}]`;
  return /^[A-Za-z_$][\w$]*$/.test(name) ? `.${name}` : `[${quoted(name)}]`;
};

function wanted({ is }: Check, loose: Loose): string {
  switch (is.kind) {
    case 'equal':
      return `).${/^[[{]/.test(is.json) ? 'toEqual' : matcher(is.json, loose)}(${literal(is.json, loose)})`;
    case 'length':
      return `).toHaveLength(${typeof is.of === 'string' ? is.of.length : is.of})`;
    case 'begins':
      return `.slice(0, ${is.with.length})).toBe(${quoted(is.with)})`;
  }
}

/** `toBe` knows no `expect.any`. */
const matcher = (json: string, loose: Loose): string =>
  json.startsWith('"') && loose(JSON.parse(json)) !== undefined ? 'toEqual' : 'toBe';
