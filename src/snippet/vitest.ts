import { type Check, type Expected, expectedOf, isLoose, type KnownAnswer, wholeNote } from './checks.ts';
import type { Hider } from './hide.ts';
import type { Invocation } from './invocation.ts';
import { paramsText } from './json-rpc.ts';
import type { SnippetServer } from './server.ts';
import { callOf, importsFor, literal, notesOn, quoted, transportFor } from './typescript.ts';

/**
 * The same call as a test for vitest with the official TypeScript SDK (1.x), which holds a later answer against this one.
 *
 * @param answered what was answered; without it the call only has to go well
 */
export function vitest(
  asked: Invocation,
  server: SnippetServer,
  hide: Hider,
  answered: KnownAnswer | undefined,
): string {
  const expected = expectedOf(asked, answered, hide);
  const params = paramsText(asked, hide);
  const body = [
    ...notesOn(asked, params).map((note) => `${note}\n`),
    ...(expected.kind === 'error'
      ? refusal(expected, callOf(asked, params))
      : holding(asked, expected, callOf(asked, params), answered)),
  ];
  const lines = [
    ...importsFor(server),
    "import { afterAll, beforeAll, expect, test } from 'vitest';",
    '',
    "const client = new Client({ name: 'test', version: '1.0.0' });",
    '',
    `beforeAll(() => client.connect(${transportFor(server)}), 60_000);`,
    '',
    'afterAll(() => client.close());',
    '',
    `test(${quoted(asked.method === 'resources/read' ? asked.uri : asked.name)}, async () => {`,
    ...body.map((statement) => `  ${statement.trimEnd().replaceAll('\n', '\n  ')}`),
    '}, 60_000);',
  ];
  return `${lines.join('\n')}\n`;
}

function refusal({ code, message, data }: Extract<Expected, { kind: 'error' }>, call: string): string[] {
  const members = [
    `code: ${code}`,
    ...(message === undefined ? [] : [`message: expect.stringContaining(${quoted(message)})`]),
    ...(data === undefined ? [] : [`data: ${literal(data)}`]),
  ];
  const wanted = members.map((member) => `  ${member.replaceAll('\n', '\n  ')},\n`).join('');
  return [`await expect(client.${call}).rejects.toMatchObject({\n${wanted}});`];
}

function holding(
  { method }: Invocation,
  { failed, checks, whole }: Extract<Expected, { kind: 'result' }>,
  call: string,
  answered: KnownAnswer | undefined,
): string[] {
  const deep = checks.some(({ path, inner }) => path.length > 1 || inner !== undefined);
  const isUnused = method !== 'tools/call' && checks.length === 0;
  const loose = (text: string): string | undefined =>
    isLoose(text, answered?.isFleeting) ? 'expect.any(String)' : undefined;
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

function wanted({ is }: Check, loose: (text: string) => string | undefined): string {
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
const matcher = (json: string, loose: (text: string) => string | undefined): string =>
  json.startsWith('"') && loose(JSON.parse(json)) !== undefined ? 'toEqual' : 'toBe';
