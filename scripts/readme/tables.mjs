// @ts-check

/** @typedef {{ readonly scope: string, readonly keys: readonly string[], readonly label: string }} Row */

/** A row that stands in so many scopes is told once. */
const SHARED = 3;

/**
 * The README's table of keys: a line a scope, the widest scope first, then lines for what several scopes share.
 * @param {readonly Row[]} commands in the order of the command table, the nearest scope first
 * @param {(key: string) => string} show how a key is written for people
 * @returns {string} Markdown
 */
export function keyTable(commands, show) {
  const cells = commands
    .filter(({ keys }) => keys.length > 0)
    .map(({ scope, keys, label }) => ({
      scope,
      text: `${keys.map((key) => code(show(key))).join(' ')} ${label}`,
    }));
  const scopes = [...new Set(cells.map(({ scope }) => scope))].reverse();
  /** Where a command is told: its scope, or all of them when it stands in many. */
  const where = (/** @type {typeof cells[number]} */ { scope, text }) => {
    const all = scopes.filter((one) => cells.some((cell) => cell.scope === one && cell.text === text));
    return all.length < SHARED ? scope : all.join(', ');
  };
  const places = new Set([...scopes, ...cells.map(where)]);
  const lines = [...places]
    .map((place) => {
      const told = cells.filter((cell) => where(cell) === place).map(({ text }) => text);
      return { where: place, texts: [...new Set(told)] };
    })
    .filter(({ texts }) => texts.length > 0);
  const rows = lines.map(({ where, texts }) => `| ${where} | ${texts.join(' · ')} |`);
  return ['| where | keys |', '| --- | --- |', ...rows].join('\n');
}

/**
 * The table of all commands by their ids, by which settings give them keys.
 * @param {readonly (Row & { readonly id: string })[]} commands
 * @param {(key: string) => string} show how a key is written for people
 * @returns {string} Markdown
 */
export function idTable(commands, show) {
  const rows = commands.map(
    ({ id, scope, label, keys }) =>
      `| ${code(id)} | ${scope} | ${label} | ${keys.map((key) => code(show(key))).join(' ')} |`,
  );
  return ['| id | where | what | usual keys |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

/**
 * The table of what the demonstration can have wrong.
 * @param {readonly (readonly [string, { readonly does: string, readonly seen: string }])[]} rows
 * @param {(fault: any) => string} when in words
 * @returns {string} Markdown
 */
export function faultTable(rows, when) {
  const lines = rows.map(
    ([name, fault]) => `| ${code(name)} | ${fault.does} | ${when(fault)} | ${rule(fault.seen)} |`,
  );
  return ['| `--fault` | the server | when | what is said |', '| --- | --- | --- | --- |', ...lines].join(
    '\n',
  );
}

/** @param {string} seen the id of a rule, or words */
const rule = (seen) => (/^[\w-]+\/[\w-]+$/.test(seen) ? code(seen) : seen);
/** @typedef {{ readonly severity: string, readonly says: string, readonly next: string, readonly section: string }} Rule */

/**
 * The tables of all findings, one for each group: the part of the id before the slash.
 * @param {Readonly<Record<string, Rule>>} rules by id
 * @param {Readonly<Record<string, string>>} groups what each group is about, in the order in which they are told
 * @returns {string} Markdown
 * @throws when a rule belongs to no group
 */
export function findingTables(rules, groups) {
  const entries = Object.entries(rules);
  const groupOf = (/** @type {string} */ id) => id.slice(0, id.indexOf('/'));
  const stray = entries.find(([id]) => !Object.hasOwn(groups, groupOf(id)));
  if (stray !== undefined) throw new Error(`the group of ${stray[0]} is not named`);
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
  stdio: 'Lines on the stdout of a local server.',
  http: 'Requests, responses and event streams of a remote server.',
  ws: 'Servers over WebSocket.',
  auth: 'Authorization of a remote server.',
  batch: 'JSON-RPC batches.',
  message: 'The envelope of a message, whatever it carries.',
  id: 'Who answers whom.',
  cancel: 'Cancellations.',
  init: 'The handshake: `initialize`, or `server/discover`.',
  capability: 'What is announced, against what is served.',
  list: 'The lists of tools, resources, templates and prompts, item by item.',
  tool: 'What is wrong with a tool itself.',
  result: 'The results of tools, resources and prompts.',
  server: 'What the server asks, tells, or does not do.',
  progress: 'Reports of progress.',
  log: 'Log messages.',
  task: 'Tools that run as tasks.',
  modern: 'What is of the revision 2026-07-28 alone.',
  lint: 'Every message against what its revision of the specification defines; `--no-lint` turns it off.',
  sdk: 'Every message against the official TypeScript SDK; `--no-sdk-check` turns it off.',
  loupe: 'About this program.',
};

/**
 * What counts as a secret, in three tables.
 * @param {{
 *   SHAPES: readonly { of: string, starts: readonly string[] }[], MIDDLES: readonly { of: string }[],
 *   secrets: typeof import('../../src/session/secret-table.ts')
 * }} source
 */
export function secretTables({ SHAPES, MIDDLES, secrets }) {
  const words = (/** @type {readonly string[]} */ list) => list.map(code).join(' ');
  const shapes = SHAPES.map(
    ({ of, starts }) => `| ${of} | ${starts.map((start) => code(`${start}…`)).join(' ')} |`,
  );
  const parts = MIDDLES.map(({ of }) => `| ${of} | by its parts |`);
  const { NAMES, KEY_OWNERS, HARMLESS_TOKENS, HARMLESS_ENDINGS, HARMLESS_KEYS, SECRET_HEADERS } = secrets;
  const names = [
    ['any value', words(NAMES.always)],
    ['any value, behind one of these `key`', words(KEY_OWNERS)],
    ['any value, headers', words(SECRET_HEADERS)],
    ['any value but a piece of a word (`##ing`)', words(NAMES.token)],
    ['any value but a plain word (`["the", "cat"]`)', words(NAMES.words)],
    ['what looks random', words(NAMES.random)],
    ['any value but a plain word, of variables alone', '`…_KEY`, but for the last row'],
  ];
  const harmless = [
    ['with one of these no `token`', words(HARMLESS_TOKENS)],
    ['none that ends in one of these', words(HARMLESS_ENDINGS)],
    ['no `…_KEY` of variables', words(HARMLESS_KEYS)],
  ];
  const rows = (/** @type {readonly (readonly string[])[]} */ all) =>
    all.map((cells) => `| ${cells.join(' | ')} |`);
  return [
    ['| Secret is | under a name that ends in |', '| --- | --- |', ...rows(names)].join('\n'),
    ['| Secret is | whatever else the name says |', '| --- | --- |', ...rows(harmless)].join('\n'),
    ['| Tokens of | begin with |', '| --- | --- |', ...shapes, ...parts].join('\n'),
  ].join('\n\n');
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
 * The README with its generated parts made anew.
 * @param {string} readme
 * @param {{
 *   commands: readonly Row[], showKey: (key: string) => string, usage: () => string,
 *   faultRows: () => Parameters<typeof faultTable>[0], whenShown: Parameters<typeof faultTable>[1]
 * }} source
 */
export function generated(readme, { commands, showKey, usage, faultRows, whenShown }) {
  const keys = between(readme, 'keys', keyTable(commands, showKey));
  const faults = between(keys, 'faults', faultTable(faultRows(), whenShown));
  return between(faults, 'usage', `\`\`\`text\n${usage()}\n\`\`\``);
}
