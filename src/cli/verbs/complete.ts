import { jsonOf } from '../../json/json-of.ts';
import { isObject } from '../../json/shape.ts';
import { visible } from '../../text/visible.ts';
import { tellUnannounced, withServer } from '../connect.ts';
import { arrayOf } from '../content.ts';
import { exit, UsageError } from '../exit.ts';
import type { Job, RunVerb } from '../job.ts';
import { printFailure, printResult } from '../print.ts';

const METHOD = 'completion/complete';

/**
 * `complete prompt NAME ARG=text [k=v…]`, `complete resource TEMPLATE VAR=text`: what the server suggests for an
 * argument, the others being known (server/utilities/completion).
 */
export const complete: RunVerb = async (job) => {
  const params = readParams(job);
  return withServer(job, [], async (server) => {
    tellUnannounced(server, METHOD);
    const outcome = await server.connection.request(METHOD, params).done;
    if (outcome.kind !== 'result') return printFailure(job, server, METHOD, outcome);
    printResult(job, server, outcome, () => valueLines(outcome.result));
    return exit.done;
  });
};

function readParams({ operands }: Job): Readonly<Record<string, unknown>> {
  const [kind, name, argument, ...others] = operands;
  if ((kind !== 'prompt' && kind !== 'resource') || name === undefined || argument === undefined) {
    throw new UsageError(
      'usage: complete prompt NAME ARGUMENT=text, or complete resource TEMPLATE VARIABLE=text',
    );
  }
  const ref = kind === 'prompt' ? { type: 'ref/prompt', name } : { type: 'ref/resource', uri: name };
  const known = Object.fromEntries(others.map(assignment));
  return {
    ref,
    argument: named(assignment(argument)),
    ...(others.length === 0 ? {} : { context: { arguments: known } }),
  };
}

function named([name, value]: readonly [string, string]): { name: string; value: string } {
  return { name, value };
}

function assignment(word: string): readonly [string, string] {
  const at = word.indexOf('=');
  if (at < 1) throw new UsageError(`"${word}" is not ARGUMENT=text`);
  return [word.slice(0, at), word.slice(at + 1)];
}

function valueLines(result: unknown): string[] {
  const completion = isObject(result) ? result['completion'] : undefined;
  return (arrayOf(completion, 'values') ?? []).map((value) =>
    visible(typeof value === 'string' ? value : jsonOf(value)),
  );
}
