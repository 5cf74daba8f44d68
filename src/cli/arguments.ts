import { oneLine } from '../form/draft.ts';
import { hintsOf, type KeyValueArguments, keyValueArguments } from '../form/keyvalue.ts';
import { expand, templateSchema, templateVariables } from '../form/template.ts';
import { problemsOf } from '../form/verdict.ts';
import { locateError, problemSentence } from '../json/reader.ts';
import { isObject, typeName } from '../json/shape.ts';
import { JsonText } from '../json/write.ts';
import { visible } from '../text/visible.ts';
import { UsageError } from './exit.ts';
import { readContent, readStdin, readText } from './file.ts';
import { firstOperand, type Job } from './job.ts';

/**
 * The arguments of a tool call or prompt: those of `--args` exactly as written, or words of `key=value` typed by
 * the schema. Throws a UsageError for what the schema does not allow, unless `--send-anyway` is given.
 *
 * @param words the operands after the name
 */
export async function givenArguments(job: Job, schema: unknown, words: readonly string[]): Promise<JsonText> {
  const { args, sendAnyway } = job.options;
  if (args !== undefined && words.length > 0) {
    throw new UsageError('give the arguments as key=value or with --args, not both');
  }
  const { text, problems, hints } =
    args === undefined
      ? await keyValueArguments(schema, words, (path, encoding) => readContent(job.io, path, encoding))
      : await wholeArguments(job, schema, args);
  if (problems.length > 0 && !sendAnyway) {
    throw new UsageError(`${[...problems, ...hints].join('; ')} (--send-anyway to send it anyway)`);
  }
  for (const hint of hints) job.io.err(`mcp-loupe: ${visible(hint)}`);
  return new JsonText(text);
}

/** The URI to read: as given, or a template filled in with its variables. */
export async function resourceUri(job: Job): Promise<string> {
  const [, ...words] = job.operands;
  const uri = firstOperand(job, 'read', 'a URI');
  if (words.length === 0 && templateVariables(uri).length === 0) return uri;
  // What is missing is reported with the way to give it.
  const { required, ...schema } = templateSchema(uri);
  const { text, problems, hints } = await keyValueArguments(schema, words, (path, encoding) =>
    readContent(job.io, path, encoding),
  );
  const given: unknown = JSON.parse(text);
  const values = isObject(given) ? given : {};
  const missing = required.filter((name) => !Object.hasOwn(values, name));
  const wrong = [...problems, ...hints, ...missing.map((name) => `missing argument: ${name}=…`)];
  if (wrong.length > 0) throw new UsageError(wrong.join('; '));
  return expand(uri, values);
}

/** `--args JSON`, `--args @FILE`, `--args -`. */
async function wholeArguments({ io }: Job, schema: unknown, args: string): Promise<KeyValueArguments> {
  const text = await (args === '-'
    ? readStdin(io)
    : args.startsWith('@')
      ? readText(io, args.slice(1))
      : args);
  const problem = locateError(text);
  if (problem !== undefined) throw new UsageError(`--args is not JSON: ${problemSentence(problem)}`);
  const value: unknown = JSON.parse(text);
  if (!isObject(value)) throw new UsageError(`--args is ${typeName(value)}; it must be an object`);
  const line = oneLine(text);
  if (schema === undefined) return { text: line, problems: [], hints: [] };
  return { text: line, problems: problemsOf(schema, text), hints: hintsOf(schema, text) };
}
