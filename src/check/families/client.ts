import type { Client } from '../../clients/client.ts';
import { crossingWords } from '../../clients/crossing-words.ts';
import { type Crossing, crossingsOf } from '../../clients/crossings.ts';
import { evidenceWords } from '../../clients/evidence.ts';
import { type LostResult, lostResults } from '../../clients/lost-results.ts';
import { isObject } from '../../json/shape.ts';
import { LISTS } from '../../spec/methods.ts';
import type { AnsweredCall } from '../../surface/answered.ts';
import { counted } from '../../text/measure.ts';
import { visible } from '../../text/visible.ts';
import type { CheckFinding } from '../finding.ts';
import type { Subject } from '../subject.ts';

/** What each client that is asked about does not take as it is: `client/*`. */
export const clientFindings = (subject: Subject): readonly CheckFinding[] => [
  ...crossingsOf(subject.clients, subject.surface, subject.server).map(findingOf),
  ...resultFindings(subject),
];

function findingOf(crossing: Crossing): CheckFinding {
  const { client, rule, list, item, path } = crossing;
  const { source, seen, sure, reported, level, id } = rule;
  const { message, fix } = crossingWords(crossing);
  return {
    rule: `client/${id}`,
    level,
    item: list === undefined || item === undefined ? 'server' : `${LISTS[list].noun}:${item.name}`,
    path,
    client: client.id,
    message,
    fix,
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
      level: 'warning',
      item: `tool:${tool}`,
      path: '',
      client: client.id,
      message: `${client.name} ${sentence} ${evidenceWords(evidence)}`,
      fix: RESULT_FIXES[id],
      seq,
      ...evidence,
    };
  };

const RESULT_FIXES: Readonly<Record<LostResult['id'], string>> = {
  'result-dropped':
    'Put all that the model needs into structuredContent, and the same as JSON into a text of content; of an error into the text.',
  'result-too-long':
    'Answer in pages, or let the caller filter; where it must be long, allow it in _meta of the tool (Claude Code: "anthropic/maxResultSizeChars").',
};
