// @ts-check
// The table of clients for docs/clients.md.

/** @import { Client, ClientRule, Evidence, Limit } from '../../src/clients/client.ts' */

/**
 * Everything known of each client, with where it is known from.
 * @param {readonly Client[]} clients
 */
export const clientSections = (clients) => clients.map(section).join('\n\n');

const KINDS = {
  client: 'A program with a model behind it.',
  api: "A model's API, which every client of that model meets.",
  profile: 'What it asks for is only looked at with `--for`.',
  specification: 'What the protocol itself asks for.',
};

/** @param {Client} client */
function section(client) {
  const { id, also = [], name, kind, config } = client;
  const names = [id, ...also].map((word) => `\`${word}\``).join(', ');
  const configured = config === undefined ? '' : ` ${known('Its configuration', config)}`;
  const rows = [...client.rules.map(ruleRow), ...otherRows(client)];
  const head = [
    '| what | level | what becomes of it | known from | looked up |',
    '| --- | --- | --- | --- | --- |',
  ];
  const table = rows.length === 0 ? [] : ['', ...head, ...rows];
  return [`## ${title(name)} (${names})`, '', `${KINDS[kind]}${configured}`, ...table].join('\n');
}

/** @param {string} name */
const title = (name) => name.replace(/^The /, '').replace(/^./, (letter) => letter.toUpperCase());

/**
 * @param {string} what
 * @param {Pick<Evidence, 'source' | 'seen'>} evidence
 */
const known = (what, { source, seen }) => `[${what}](${address(source)}) was looked up on ${seen}.`;

/** @param {ClientRule} rule */
function ruleRow({ id, level, limit, effect, besides, ...evidence }) {
  const then = effect === 'wanted' ? 'wanted otherwise' : effect;
  const more = besides === undefined ? '' : `${/^(?:since|unless) /.test(besides) ? ', ' : '; '}${besides}`;
  return row(`${limitWords(limit)} (\`client/${id}\`)`, level, `${then}${more}`, evidence);
}

/** @param {Client} client */
function otherRows({ naming, schemas, results, deferred, identity, remarks = [] }) {
  const rows = [];
  if (naming !== undefined) rows.push(row('the name of a tool', '', nameWords(naming), naming));
  if (schemas !== undefined) {
    const adds = schemas.adds === undefined ? [] : [`added at the root where missing: ${code(schemas.adds)}`];
    const drops = schemas.drops === undefined ? [] : [`left out: ${schemas.drops.join(', ')}`];
    rows.push(row('an inputSchema', '', [...adds, ...drops].join('; '), schemas));
  }
  if (results !== undefined) {
    const audience = results.heedsAudience ? '; what is meant for the user alone is left out' : '';
    rows.push(row('a result', '', `${SIDES[results.takes]}${audience}`, results));
    if (results.ofErrors !== undefined)
      rows.push(row('a result with isError', '', SIDES[results.ofErrors.takes], results.ofErrors));
    for (const limit of results.most ?? []) {
      const unless =
        limit.unless === undefined ? '' : `, unless the tool has \`${limit.unless}\` in its _meta`;
      const what = `a result of more than ${limit.most.toLocaleString('en')} ${limit.of}`;
      rows.push(row(`${what} (\`client/result-too-long\`)`, 'warning', `${limit.becomes}${unless}`, limit));
    }
  }
  if (deferred !== undefined)
    rows.push(row('definitions of tools', '', 'put off until the model looks for them', deferred));
  if (identity !== undefined) {
    const { clientInfo, protocolVersion, capabilities } = identity;
    const who = `${code(clientInfo.name)} ${clientInfo.version}, ${protocolVersion}, ${code(capabilities)}`;
    rows.push(row('what it says of itself (`--as`)', '', who, identity));
  }
  for (const { says, ...evidence } of remarks) rows.push(row('besides', '', says, evidence));
  return rows;
}

const SIDES = {
  structured: 'structuredContent alone where there is one, else content',
  'no text': 'structuredContent in the place of the texts where there is one; the rest of content stays',
  content: 'content alone',
  text: 'the texts of content alone',
  both: 'all of it',
};

/** @param {NonNullable<Client['naming']>} naming */
function nameWords({ prefix, server, once, replaces, most, long }) {
  const parts = [`\`${prefix}{tool}\``];
  if (server?.lower) parts.push("the server's name in lower case");
  if (server?.most !== undefined) parts.push(`${server.most} characters of the server's name`);
  if (once) parts.push('what stands before the server only once');
  if (replaces !== undefined) parts.push(`\`_\` for ${code(replaces.source)}`);
  if (most !== undefined && long !== undefined) parts.push(`${LONG[long]} from ${most + 1} characters on`);
  return parts.join(', ');
}

const LONG = {
  end: 'cut at the end',
  middle: 'cut in the middle',
  hash: 'cut, with a hash,',
  'left out': 'left out',
  refused: 'refused by the API',
};

/** @param {Limit} limit */
function limitWords(limit) {
  switch (limit.on) {
    case 'name length':
      return `a name of more than ${count(limit.most)} characters`;
    case 'name characters':
      return `a name that is not so: ${limit.says}`;
    case 'description length':
      return `a description of more than ${count(limit.most)} characters`;
    case 'descriptions length':
      return `descriptions of more than ${count(limit.most)} characters together`;
    case 'description words':
      return 'a description that tells the model how to behave';
    case 'instructions length':
      return `instructions of more than ${count(limit.most)} characters`;
    case 'number of tools':
      return `more than ${count(limit.most)} tools`;
    case 'shared name':
      return 'two servers with a tool of one name';
    case 'schema':
      return `in an inputSchema: ${limit.trait}`;
    case 'mixed actions':
      return 'a tool that reads or writes, as one of its parameters says';
    case 'hints':
      return `a tool without ${limit.explicit.join(limit.count === 'any' ? ' or ' : ', ')} in its annotations`;
    case 'title':
      return 'a tool without a title';
    case 'app':
      return 'the view of an app';
  }
}

/** @param {number} value */
const count = (value) => value.toLocaleString('en');

/** @param {unknown} value */
const code = (value) => `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;

/**
 * @param {string} what
 * @param {string} level
 * @param {string} then
 * @param {Evidence} evidence
 */
function row(what, level, then, evidence) {
  const { source, seen, sure, reported } = evidence;
  const how = { source: 'its code', docs: 'its documentation', reports: `reported ${reported}` }[sure];
  const from = `[${how}](${address(source)})`;
  return `| ${[what, level, then].map((text) => text.replaceAll('|', '\\|')).join(' | ')} | ${from} | ${seen} |`;
}

/**
 * A source as an address: `owner/repo#1` is an issue or a pull request.
 * @param {string} source
 */
function address(source) {
  const [, repository, number] = /^([\w.-]+\/[\w.-]+)#(\d+)$/.exec(source) ?? [];
  return repository === undefined ? source : `https://github.com/${repository}/issues/${number}`;
}
