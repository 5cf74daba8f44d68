import { elementTexts, memberText } from '../../json/parts.ts';
import { isObject } from '../../json/shape.ts';
import { givenArguments } from '../arguments.ts';
import { withServer } from '../connect.ts';
import { arrayOf, contentLines, isText, prettyLines } from '../content.ts';
import { type ExitCode, exit } from '../exit.ts';
import { firstOperand, type RunVerb } from '../job.ts';
import { findItem } from '../known.ts';
import { printFailure, printResult } from '../print.ts';

/** `call <tool> [key=value…]`: calls a tool once; exit 1 when the tool says that it failed. */
export const call: RunVerb = async (job) => {
  const name = firstOperand(job, 'call', 'the name of a tool');
  return withServer({ ...job, about: name }, [], async (server) => {
    const tool = await findItem(server, 'tools', name);
    const schema = isObject(tool?.raw) ? tool.raw['inputSchema'] : undefined;
    const given = await givenArguments(job, schema, job.operands.slice(1));
    const outcome = await server.connection.request(
      'tools/call',
      { name, arguments: given },
      { asTask: job.options.task ? true : undefined },
    ).done;
    if (outcome.kind !== 'result') return printFailure(job, server, name, outcome);
    printResult(job, server, outcome, (text) => resultLines(outcome.result, text));
    return verdict(outcome.result, () => server.tell(`${name}: the tool reported an error`));
  });
};

/** The exit code of a result that has arrived. */
function verdict(result: unknown, onError: () => void): ExitCode {
  if (!isObject(result) || result['isError'] !== true) return exit.done;
  onError();
  return exit.failed;
}

/**
 * A tool's result for people: its content, and the structured content where there is no text. A result that has
 * neither is shown as it is.
 */
function resultLines(result: unknown, text: string): string[] {
  const content = arrayOf(result, 'content') ?? [];
  const structured = memberText(text, 'structuredContent');
  const sent = elementTexts(memberText(text, 'content') ?? '') ?? [];
  const blocks = content.flatMap((block, place) => contentLines(block, sent[place]));
  const isShown = structured !== undefined && !content.some(isText);
  const lines = isShown ? [...blocks, ...prettyLines(structured)] : blocks;
  return lines.length > 0 || Array.isArray(isObject(result) ? result['content'] : undefined)
    ? lines
    : prettyLines(text);
}
