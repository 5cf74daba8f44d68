import { promptSchema } from '../../form/prompt.ts';
import { jsonOf } from '../../json/json-of.ts';
import { isObject } from '../../json/shape.ts';
import { visible } from '../../text/visible.ts';
import { givenArguments } from '../arguments.ts';
import { withServer } from '../connect.ts';
import { arrayOf, contentLines, prettyLines } from '../content.ts';
import { exit } from '../exit.ts';
import { firstOperand, type RunVerb } from '../job.ts';
import { findItem } from '../known.ts';
import { printFailure, printResult } from '../print.ts';

/** `prompt <name> [key=value…]`: gets a prompt with its arguments filled in (server/prompts). */
export const prompt: RunVerb = async (job) => {
  const name = firstOperand(job, 'prompt', 'the name of a prompt');
  return withServer({ ...job, about: name }, [], async (server) => {
    const found = await findItem(server, 'prompts', name);
    const schema = isObject(found?.raw) ? promptSchema(found.raw['arguments']) : undefined;
    const given = await givenArguments(job, schema, job.operands.slice(1));
    const outcome = await server.connection.request('prompts/get', { name, arguments: given }).done;
    if (outcome.kind !== 'result') return printFailure(job, server, name, outcome);
    printResult(job, server, outcome, (text) => promptLines(outcome.result, text));
    return exit.done;
  });
};

function promptLines(result: unknown, text: string): string[] {
  const messages = arrayOf(result, 'messages');
  return messages === undefined ? prettyLines(text) : messages.flatMap(messageLines);
}

/** `user: …`, further lines indented under it. */
function messageLines(message: unknown): string[] {
  if (!isObject(message)) return prettyLines(jsonOf(message));
  const { role, content } = message;
  const blocks = Array.isArray(content) ? content : content === undefined ? [] : [content];
  const speaker = typeof role === 'string' ? visible(role) : '(no role)';
  const lines = blocks.flatMap((block) => contentLines(block));
  return (lines.length === 0 ? ['(no content)'] : lines).map((line, place) =>
    place === 0 ? `${speaker}: ${line}` : `  ${line}`,
  );
}
