import { isObject, type JsonObject } from '../../../json/shape.ts';
import type { AnsweredCall } from '../../../surface/answered.ts';
import { brief } from '../../../text/cut.ts';
import { wordsOf } from '../../../text/name-words.ts';
import { visible } from '../../../text/visible.ts';
import type { FamilyFinding } from '../../finding.ts';
import type { Subject } from '../../subject.ts';
import { type Parameter, toolsOf } from '../../tool.ts';

/** Errors that a tool answered with from which nobody can tell what to do better; one for each tool, the first one. */
export function errorsSayNothing({
  surface,
  answered,
}: Subject): readonly FamilyFinding<'error-says-nothing'>[] {
  if (answered.results.length === 0) return [];
  const tools = new Map(toolsOf(surface).map((tool) => [tool.name, tool]));
  const told = new Set<string>();
  return answered.results.flatMap((call): readonly FamilyFinding<'error-says-nothing'>[] => {
    const tool = tools.get(call.tool);
    const text = errorText(call);
    if (tool === undefined || text === undefined || told.has(tool.name) || tool.parameters.length === 0)
      return [];
    if (NOT_ABOUT_ARGUMENTS.test(text) || NAMES_A_LIMIT.test(text)) return [];
    if (namesParameter(text, tool.parameters) || namesValue(text, call.arguments)) return [];
    told.add(tool.name);
    const said = text.trim() === '' ? 'the empty error' : `the error "${visible(brief(text.trim()))}"`;
    const message = `${said} of ${visible(tool.name)} names neither a parameter nor a limit`;
    return [{ id: 'error-says-nothing', item: tool.id, path: '', seq: call.seq, message }];
  });
}

/** Errors that no other arguments would help against. */
const NOT_ABOUT_ARGUMENTS =
  /\b(?:unauthori[sz]ed|unauthenticated|forbidden|permission|denied|not logged in|log ?in|sign in|credentials?|api.?key|(?:access )?token|rate.?limit|too many requests|quota|time[ds]? ?out|timeout|network|connect(?:ion)?|ECONN\w+|ENOTFOUND|unavailable|internal (?:server )?error|cancell?ed|aborted|unknown tool|tool not found|method not found)\b|\b(?:401|403|429|5\d\d)\b/i;

const NAMES_A_LIMIT =
  /\b(?:at (?:most|least)|max(?:imum)?|min(?:imum)?|between|exceeds?|(?:more|less|greater|fewer|longer|shorter|larger|smaller) than|up to|limit(?:ed)?|expected|one of|must be)\b[^\n]{0,60}(?:\d|["'\x60])/i;

function errorText({ result, error }: AnsweredCall): string | undefined {
  if (error !== undefined)
    return `${error['message'] ?? ''} ${isObject(error['data']) ? JSON.stringify(error['data']) : ''}`;
  if (result === undefined || result['isError'] !== true) return undefined;
  const content: readonly unknown[] = Array.isArray(result['content']) ? result['content'] : [];
  return content
    .map((part) => (isObject(part) && typeof part['text'] === 'string' ? part['text'] : ''))
    .join('\n');
}

/** A parameter may be named in words: `customer id` for `customerId`. */
function namesParameter(text: string, parameters: readonly Parameter[]): boolean {
  const words = ` ${wordsOf(text.slice(0, 5_000)).join(' ')} `;
  return parameters.some(({ own }) => own !== '' && words.includes(` ${wordsOf(own).join(' ')} `));
}

function namesValue(text: string, given: unknown): boolean {
  if (!isObject(given)) return false;
  return Object.values(given as JsonObject).some((value) => {
    if (typeof value !== 'string' && typeof value !== 'number') return false;
    const shown = String(value);
    return shown.length > 1 && text.includes(shown);
  });
}
