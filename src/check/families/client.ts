import type { Client, ClientRule } from '../../clients/client.ts';
import { CLIENTS } from '../../clients/clients.ts';
import { crossingWords, namelessWords, shorterName } from '../../clients/crossing-words.ts';
import { type Crossing, crossingsOf } from '../../clients/crossings.ts';
import { evidenceWords } from '../../clients/evidence.ts';
import { type LostResult, lostResults } from '../../clients/lost-results.ts';
import { longestName } from '../../clients/naming.ts';
import { limitFix, limitWords } from '../../clients/rule-words.ts';
import { isObject } from '../../json/shape.ts';
import { LISTS } from '../../spec/methods.ts';
import { SEVERITIES } from '../../spec/rule.ts';
import type { AnsweredCall } from '../../surface/answered.ts';
import { counted } from '../../text/measure.ts';
import { visible } from '../../text/visible.ts';
import type { CheckFinding, CheckRule, CheckRules, Family } from '../finding.ts';
import type { Subject } from '../subject.ts';

/** Whether results reach the model, which follows from how a client reads them. */
const RESULT_RULES: CheckRules<LostResult['id']> = {
  'result-dropped': {
    level: 'warning',
    says: 'A part of a result is not handed on to the model, and is nowhere else in it.',
    fix: 'Put all that the model needs into structuredContent, and the same as JSON into a text of content; of an error into the text.',
  },
  'result-too-long': {
    level: 'warning',
    says: 'A result is longer than the client hands on as it is.',
    fix: 'Answer in pages, or let the caller filter; where it must be long, allow it in _meta of the tool (Claude Code: "anthropic/maxResultSizeChars").',
  },
};

/** The rules of all clients by their ids, each with those that have it, at the heaviest of their levels. */
function tableRules(): CheckRules {
  const known = new Map<string, { readonly rows: ClientRule[]; readonly names: Set<string> }>();
  for (const { name, rules } of CLIENTS)
    for (const rule of rules) {
      const { rows, names } = known.get(rule.id) ?? { rows: [], names: new Set<string>() };
      rows.push(rule);
      known.set(rule.id, { rows, names: names.add(name) });
    }
  return Object.fromEntries(
    [...known].map(([id, { rows, names }]) => [id, tableRule(rows as [ClientRule], [...names])]),
  );
}

function tableRule(rows: readonly [ClientRule, ...ClientRule[]], names: readonly string[]): CheckRule {
  const [{ limit }] = rows;
  return {
    level: SEVERITIES.find((one) => rows.some(({ level }) => level === one)) ?? 'note',
    says: `${limitWords(limit).slice(0, -1)} (${names.join(', ')}).`,
    fix: limitFix(limit),
  };
}

/** What each client that is asked about does not take as it is: `client/*`. */
export const CLIENT: Family = {
  name: 'client',
  about:
    'What a client that is asked about cuts, leaves out, replaces or refuses; [the clients](clients.md) say which.',
  rules: { ...tableRules(), ...RESULT_RULES },
  find: clientFindings,
};

function clientFindings(subject: Subject): readonly CheckFinding[] {
  const { clients, surface, server, mask } = subject;
  const longest = longestName(clients, server);
  return [
    ...crossingsOf(clients, surface, server).map((one) => findingOf(one, longest, clients.length, mask)),
    ...resultFindings(subject),
  ];
}

/** The findings of crossings that are of no server alone, and no matter of lengths. */
export const sharedFindings = (
  crossings: readonly Crossing[],
  mask?: Subject['mask'],
): readonly CheckFinding[] => crossings.map((one) => findingOf(one, Number.POSITIVE_INFINITY, 1, mask));

/**
 * @param longest the longest name of a tool that all clients take that are asked about
 * @param asked how many clients these are
 */
function findingOf(crossing: Crossing, longest: number, asked: number, mask: Subject['mask']): CheckFinding {
  const { client, rule, list, item, path, number } = crossing;
  const { source, seen, sure, reported, level, id, limit, effect } = rule;
  const { message, fix } = crossingWords(crossing, mask);
  const isForAll = limit.on === 'name length' && asked > 1;
  return {
    rule: `client/${id}`,
    level,
    item:
      list === undefined || item === undefined
        ? 'server'
        : `${LISTS[list].noun}:${item.name || namelessWords(number)}`,
    path,
    client: client.id,
    effect,
    ...('most' in limit ? { limit: limit.most } : {}),
    message,
    fix: isForAll ? shorterName(longest, false, 'then it fits all clients that are asked about') : fix,
    source,
    seen,
    sure,
    ...(reported === undefined ? {} : { reported }),
  };
}

/** What of the results seen so far did not reach the model of a client: one finding a tool, of the first result it is true of. */
function resultFindings({ answered: { results }, surface, clients }: Subject): readonly CheckFinding[] {
  const found = new Map<string, { readonly make: (times: number) => CheckFinding; times: number }>();
  const tools = new Map((surface.lists.tools ?? []).map(({ name, raw }) => [name, raw]));
  for (const call of results) {
    if (call.result === undefined) continue;
    const tool = tools.get(call.tool);
    for (const client of clients)
      for (const lost of lostResults(client, call.result, isObject(tool) ? tool : undefined)) {
        const key = JSON.stringify([call.tool, client.id, lost.id]);
        const known = found.get(key);
        if (known === undefined) found.set(key, { make: resultFinding(client, call, lost), times: 1 });
        else known.times += 1;
      }
  }
  return [...found.values()].map(({ make, times }) => make(times));
}

const resultFinding =
  (client: Client, { tool, seq }: AnsweredCall, { id, what, why }: LostResult) =>
  (times: number): CheckFinding => {
    const { says, ...evidence } = why;
    const often = times === 1 ? '' : `, in ${counted(times, 'result')}`;
    const sentence =
      id === 'result-dropped'
        ? `does not hand on ${what} of a result of ${visible(tool)}${often}: ${says}`
        : `does not hand on a result of ${visible(tool)} as it is${often}: ${what}, ${says}`;
    return {
      rule: `client/${id}`,
      level: RESULT_RULES[id].level,
      item: `tool:${tool}`,
      path: '',
      client: client.id,
      message: `${client.name} ${sentence} ${evidenceWords(evidence)}`,
      fix: RESULT_RULES[id].fix,
      seq,
      ...evidence,
    };
  };
