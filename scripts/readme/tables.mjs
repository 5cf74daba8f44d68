// @ts-check

/**
 * @typedef {{
 *   readonly id: string, readonly scope: string, readonly of: { readonly title: string },
 *   readonly keys: readonly string[], readonly label: string
 * }} Row
 */

/**
 * The tables of docs/keys.md: one for each scope, the widest scope first, with the ids that settings use.
 * @param {readonly Row[]} commands in the order of the command table, the nearest scope first
 * @returns {string} Markdown
 */
export function keyTables(commands) {
  const scopes = [...new Set(commands.map(({ scope }) => scope))].reverse();
  const tables = scopes.map((scope) => {
    const own = commands.filter((command) => command.scope === scope);
    const rows = own.map(({ id, keys, label }) => {
      const shown = keys.length === 0 ? 'palette' : keys.map(code).join(' ');
      return `| ${shown} | ${label} | ${code(id)} |`;
    });
    return [`## ${own[0]?.of.title}`, '', '| key | does | id |', '| --- | --- | --- |', ...rows].join('\n');
  });
  return tables.join('\n\n');
}

/**
 * The table of faults that the demo server can simulate.
 * @param {readonly (readonly [string, { readonly does: string, readonly seen: string }])[]} rows
 * @param {(fault: any) => string} when in words
 * @returns {string} Markdown
 */
export function faultTable(rows, when) {
  const lines = rows.map(
    ([name, fault]) => `| ${code(name)} | ${fault.does} | ${when(fault)} | ${rule(fault.seen)} |`,
  );
  return ['| `--fault` | the server | when | reported as |', '| --- | --- | --- | --- |', ...lines].join(
    '\n',
  );
}

/** @param {string} seen the id of a rule, or words */
const rule = (seen) => (/^[\w-]+\/[\w-]+$/.test(seen) ? code(seen) : seen);
/** @typedef {{ readonly severity: string, readonly says: string, readonly next: string, readonly section: string }} Rule */

/**
 * The tables of all findings, one for each group: the part of the id before the slash.
 * @param {Readonly<Record<string, Rule>>} rules by id
 * @param {Readonly<Record<string, string>>} groups what each group is about, in the order of the document
 * @returns {string} Markdown
 * @throws when a rule belongs to no group
 */
export function findingTables(rules, groups) {
  const entries = Object.entries(rules);
  const groupOf = (/** @type {string} */ id) => id.slice(0, id.indexOf('/'));
  const stray = entries.find(([id]) => !Object.hasOwn(groups, groupOf(id)));
  if (stray !== undefined) throw new Error(`no group for ${stray[0]}`);
  const tables = Object.entries(groups).map(([group, about]) => {
    const rows = entries
      .filter(([id]) => groupOf(id) === group)
      .map(([id, { severity, says, next, section }]) =>
        [code(id), severity, says, next, section].map((text) => text.replaceAll(/(?<!\\)\|/g, '\\|')),
      )
      .map((cells) => `| ${cells.join(' | ')} |`);
    const head = ['| id | severity | what is wrong | what to do | see |', '| --- | --- | --- | --- | --- |'];
    return [`## ${group}`, '', about, '', ...head, ...rows].join('\n');
  });
  return tables.join('\n\n');
}

/** What the groups of findings are about. */
export const FINDING_GROUPS = {
  stdio: 'The stdout of a local server.',
  http: 'Requests, responses and event streams of a remote server.',
  ws: 'Servers over WebSocket.',
  auth: 'Authorization of a remote server.',
  batch: 'JSON-RPC batches.',
  message: 'The envelope of a message, whatever it carries.',
  id: 'Matching responses to requests.',
  cancel: 'Cancellations.',
  init: 'The handshake: `initialize`, or `server/discover`.',
  capability: 'Declared capabilities against supported methods.',
  list: 'Lists of tools, resources, templates and prompts, and their items.',
  tool: 'Definitions of tools.',
  result: 'The results of tools, resources and prompts.',
  server: 'Requests and notifications from the server, and what it fails to do.',
  client: 'What a client sends that is not mcp-loupe, in recordings of a tap.',
  tap: 'What a tap over HTTP changes, and what leads clients past it.',
  foreign: 'What the log of another program leaves open.',
  progress: 'Progress notifications.',
  log: 'Log messages.',
  task: 'Tools that run as tasks.',
  modern: 'Rules that apply only to revision 2026-07-28.',
  lint: 'Every message, checked against its revision of the specification; `--no-lint` turns this off.',
  sdk: 'Every message, checked with the official TypeScript SDK; `--no-sdk-check` turns this off.',
  loupe: 'Problems in mcp-loupe itself.',
};

/**
 * What counts as a secret, in four tables.
 * @param {{
 *   SHAPES: readonly { of: string, starts: readonly string[] }[], MIDDLES: readonly { of: string }[],
 *   PROGRAMS: typeof import('../../src/session/redaction/commands.ts').PROGRAMS,
 *   secrets: typeof import('../../src/session/redaction/words.ts')
 * }} source
 */
export function secretTables({ SHAPES, MIDDLES, PROGRAMS, secrets }) {
  const words = (/** @type {readonly string[]} */ list) => list.map(code).join(' ');
  const shapes = SHAPES.map(
    ({ of, starts }) => `| ${of} | ${starts.map((start) => code(`${start}…`)).join(' ')} |`,
  );
  const programs = PROGRAMS.map(
    ({ names, options, verb = '' }) =>
      `| ${words(names)}${verb && `, after ${code(verb)}`} | ${words(options)} |`,
  );
  const parts = MIDDLES.map(({ of }) => `| ${of} | recognized by structure |`);
  const { NAMES, KEY_OWNERS, HARMLESS_TOKENS, HARMLESS_ENDINGS, HARMLESS_KEYS, SECRET_HEADERS } = secrets;
  const names = [
    ['any value', words(NAMES.always)],
    ['any value, if one of these precedes `key`', words(KEY_OWNERS)],
    ['any value, for headers', words(SECRET_HEADERS)],
    ['any value except word pieces (`##ing`)', words(NAMES.token)],
    ['any value except plain words (`["the", "cat"]`)', words(NAMES.words)],
    ['values that look random', words(NAMES.random)],
    ['any value except plain words, for variables', '`…_KEY`, except in the last row below'],
  ];
  const harmless = [
    ['`token` after one of these', words(HARMLESS_TOKENS)],
    ['a name that ends in one of these', words(HARMLESS_ENDINGS)],
    ['`…_KEY` of a variable, after one of these', words(HARMLESS_KEYS)],
  ];
  const rows = (/** @type {readonly (readonly string[])[]} */ all) =>
    all.map((cells) => `| ${cells.join(' | ')} |`);
  return [
    ['| secret | if the name ends in |', '| --- | --- |', ...rows(names)].join('\n'),
    ['| not secret | words |', '| --- | --- |', ...rows(harmless)].join('\n'),
    ['| in command lines of | options |', '| --- | --- |', ...programs].join('\n'),
    ['| tokens of | begin with |', '| --- | --- |', ...shapes, ...parts].join('\n'),
  ].join('\n\n');
}

/** @typedef {{ readonly level: string, readonly says: string, readonly fix: string }} CheckRule */
/** @typedef {{ readonly name: string, readonly about: string, readonly rules: Readonly<Record<string, CheckRule>> }} Family */

/**
 * The rules of `check`, a table for each family.
 * @param {readonly Family[]} families in the order of the document
 * @returns {string} Markdown
 */
export function checkTables(families) {
  const tables = families.map(({ name, about, rules }) => {
    const rows = Object.entries(rules).map(([id, { level, says, fix }]) =>
      [code(`${name}/${id}`), level, says, fix].map((text) => text.replaceAll(/(?<!\\)\|/g, '\\|')),
    );
    const head = ['| rule | level | what is the matter | what to do |', '| --- | --- | --- | --- |'];
    const table = [...head, ...rows.map((cells) => `| ${cells.join(' | ')} |`)];
    return [`## ${name}`, '', about, '', ...table].join('\n');
  });
  return tables.join('\n\n');
}

/** @param {string} text in Markdown code, which within a table needs its bars escaped */
const code = (text) => (text === '`' ? '`` ` ``' : `\`${text.replaceAll('|', '\\|')}\``);

/**
 * The text with what stands between `<!-- name -->` and `<!-- /name -->` replaced.
 * @param {string} text
 * @param {string} name
 * @param {string} content
 * @throws when the marks are not there
 */
export function between(text, name, content) {
  const [open, close] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [from, to] = [text.indexOf(open), text.indexOf(close)];
  if (from < 0 || to < from) throw new Error(`there is no ${open} … ${close}`);
  return `${text.slice(0, from + open.length)}\n\n${content}\n\n${text.slice(to)}`;
}

/**
 * The README with its generated parts written again.
 * @param {string} readme
 * @param {{
 *   usage: () => string,
 *   faultRows: () => Parameters<typeof faultTable>[0], whenShown: Parameters<typeof faultTable>[1]
 * }} source
 */
export function generated(readme, { usage, faultRows, whenShown }) {
  const faults = between(readme, 'faults', faultTable(faultRows(), whenShown));
  return between(faults, 'usage', `\`\`\`text\n${usage()}\n\`\`\``);
}
