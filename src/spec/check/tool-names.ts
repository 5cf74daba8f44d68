import { isObject } from '../../json/shape.ts';
import { visible } from '../../text/visible.ts';
import type { Finding } from '../finding.ts';
import { oddName } from './item.ts';

/** Characters of the longest name that is recommended (server/tools#tool-names, 2025-11-25). */
const LONGEST = 128;
const GOOD = /^[A-Za-z0-9_.-]{1,128}$/;

/** Tools that are named; the others are counted at the last of them. */
const NAMED = 10;

/**
 * Names of tools that other clients, and the models behind them, may refuse; those that deceive the eye, or are missing, are
 * told of elsewhere.
 */
export function checkToolNames(message: unknown): readonly Finding[] {
  const result = isObject(message) ? message['result'] : undefined;
  const tools = isObject(result) && Array.isArray(result['tools']) ? result['tools'] : [];
  const names = tools.map((tool: unknown) => (isObject(tool) ? tool['name'] : undefined));
  const found = names.flatMap((name, place) => {
    if (typeof name !== 'string' || GOOD.test(name) || oddName(name) !== undefined) return [];
    return [{ place, says: `tool ${visible(name) || `number ${place + 1} of its page`}: ${fault(name)}` }];
  });
  const findings = found.slice(0, NAMED).map(({ place, says }, at): Finding => {
    const more = at === NAMED - 1 && found.length > NAMED ? ` (and ${found.length - NAMED} more tools)` : '';
    return { rule: 'list/tool-name', path: `/result/tools/${place}/name`, message: `${says}${more}` };
  });
  return [...findings, ...twins(names)];
}

function fault(name: string): string {
  if (name === '') return 'the name is empty';
  if (name.length > LONGEST)
    return `the name has ${name.length} characters; at most ${LONGEST} are recommended`;
  const odd = [...new Set(name)].filter((one) => !/[A-Za-z0-9_.-]/.test(one));
  const shown = odd.slice(0, 3).map((one) => (one === ' ' ? 'a space' : `"${visible(one)}"`));
  return `the name holds ${shown.join(', ')}; only A-Z a-z 0-9 _ - . are recommended`;
}

/** Names that differ in case alone; some clients take them for one. */
function twins(names: readonly unknown[]): readonly Finding[] {
  const seen = new Map<string, string>();
  return names.flatMap((name, place): Finding[] => {
    if (typeof name !== 'string') return [];
    const lower = name.toLowerCase();
    const first = seen.get(lower);
    if (first === undefined) seen.set(lower, name);
    if (first === undefined || first === name) return [];
    const message = `tool ${visible(name)}: the name differs from ${visible(first)} only in case`;
    return [{ rule: 'list/tool-name', path: `/result/tools/${place}/name`, message }];
  });
}
