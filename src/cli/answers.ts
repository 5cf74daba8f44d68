import type { AnswerRules, RuleMatch } from '../connection/answerer.ts';
import { argumentsValue, openForm } from '../form/form.ts';
import { problemsOf, verdictOf } from '../form/verdict.ts';
import { parseJsonc } from '../json/jsonc.ts';
import { isObject, type JsonObject, typeName } from '../json/shape.ts';
import { write } from '../json/write.ts';
import { guard } from '../text/guard.ts';
import { UsageError } from './exit.ts';

/** Rules that answer the server's own requests; the first that matches wins. */
export interface AnswersFile extends AnswerRules {
  /** Paths or file URIs. */
  readonly roots: readonly string[];
}

/**
 * Reads the text of an answers file: JSON, comments and trailing commas allowed. Throws a UsageError that names the
 * file and the place in it.
 *
 * @param tell called with a sentence when content does not match the schema that is requested
 */
export function parseAnswers(text: string, file: string, tell: (sentence: string) => void): AnswersFile {
  const value = parseJson(text, file);
  const check = checker(file);
  const top = check.object(value, '');
  check.known(top, '', ['$schema', 'elicitation', 'sampling', 'roots']);
  return {
    elicitation: check.list(top, 'elicitation').map((rule, place) => {
      const at = `elicitation[${place}]`;
      const { match, action, content } = check.known(rule, at, ['match', 'action', 'content']);
      if (action !== 'accept' && action !== 'decline' && action !== 'cancel') {
        throw check.problem(`${at}.action`, 'must be "accept", "decline" or "cancel"');
      }
      const given = content === undefined ? {} : check.object(content, `${at}.content`);
      if (action !== 'accept') return { match: check.match(match, at), action };
      return {
        match: check.match(match, at),
        action,
        content: (schema) => overDefaults(schema, given, (what) => tell(`${file}: ${at}.content: ${what}`)),
      };
    }),
    sampling: check.list(top, 'sampling').map((rule, place) => {
      const at = `sampling[${place}]`;
      const { match, text: said, result } = check.known(rule, at, ['match', 'text', 'result']);
      if ((said === undefined) === (result === undefined)) {
        throw check.problem(at, 'needs either "text" or "result"');
      }
      const answer =
        said === undefined
          ? { result: check.object(result, `${at}.result`) }
          : { text: check.text(said, `${at}.text`) };
      return { match: check.match(match, at), answer };
    }),
    roots: check.list(top, 'roots').map((root, place) => check.text(root, `roots[${place}]`)),
  };
}

/**
 * The defaults of the schema are sent unless the rule says otherwise (client/elicitation#requested-schema), those aside
 * that their own schema forbids. What the rule says is sent as it is written.
 */
function overDefaults(schema: unknown, given: JsonObject, tell: (what: string) => void): JsonObject {
  if (schema === undefined) return given;
  const form = openForm(schema, { defaults: true });
  const defaults = argumentsValue(form);
  const wrong = new Set(verdictOf(form).problems.map(({ path: [name] }) => name));
  const fitting = Object.entries(isObject(defaults) ? defaults : {}).filter(([name]) => {
    if (wrong.has(name) && !Object.hasOwn(given, name))
      tell(`the default of ${name} does not match its own schema and is left out`);
    return !wrong.has(name);
  });
  const content = { ...Object.fromEntries(fitting), ...given };
  for (const problem of problemsOf(schema, write(content))) tell(`${problem}; sent anyway`);
  return content;
}

function parseJson(text: string, file: string): unknown {
  const parsed = parseJsonc(text);
  if ('value' in parsed) return parsed.value;
  const { line, column, message } = parsed.problem;
  throw new UsageError(`${file}:${line}:${column}: not JSON: ${message}`);
}

/** The small checks an answers file needs; each throws with the place it looked at. */
function checker(file: string) {
  const problem = (at: string, what: string): UsageError =>
    new UsageError(`${file}: ${at === '' ? 'the file' : at} ${what}`);
  const object = (value: unknown, at: string): JsonObject => {
    if (!isObject(value)) throw problem(at, `is ${typeName(value)}; it must be an object`);
    return value;
  };
  const text = (value: unknown, at: string): string => {
    if (typeof value !== 'string') throw problem(at, `is ${typeName(value)}; it must be a string`);
    return value;
  };
  return {
    problem,
    object,
    text,
    /** An object with no members but these. */
    known(value: unknown, at: string, members: readonly string[]): JsonObject {
      const found = object(value, at);
      const odd = Object.keys(found).find((member) => !members.includes(member));
      if (odd !== undefined)
        throw problem(at, `has the unknown property "${odd}"; allowed: ${members.join(', ')}`);
      return found;
    },
    list(value: JsonObject, member: string): readonly unknown[] {
      const found = value[member] ?? [];
      if (!Array.isArray(found)) throw problem(member, `is ${typeName(found)}; it must be an array`);
      return found;
    },
    match(value: unknown, at: string): RuleMatch {
      if (value === undefined) return undefined;
      const written = text(value, `${at}.match`);
      const [, source, flags] = /^\/(.*)\/([imsu]*)$/s.exec(written) ?? [];
      if (source === undefined) return { text: written };
      try {
        return { pattern: guard(new RegExp(source, flags)) };
      } catch (error) {
        throw problem(`${at}.match`, `is not a valid regular expression: ${String(error)}`);
      }
    },
  };
}
