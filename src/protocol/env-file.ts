import { TargetError } from './target-error.ts';

type Variable = readonly [name: string, value: string];

const ASSIGNMENT = /^(?:export[ \t]+)?([^\s=#'"`]+)[ \t]*=[ \t]*/;
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

/**
 * Reads a `.env` file: `NAME=value` a line, with or without `export`; blank lines and `# comments`. Values may
 * be quoted, and then span lines: in double quotes `\n`, `\r` and `\t` are control characters and `\` before
 * anything else is left out; in single quotes and backticks all is literal. Nothing is substituted. The messages
 * quote no line, for it may hold a secret.
 *
 * @throws TargetError naming `file` and line for a line that is none of this
 */
export function parseEnvFile(text: string, file: string): Variable[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const variables: Variable[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!.trimStart();
    if (line === '' || line.startsWith('#')) continue;
    const assignment = ASSIGNMENT.exec(line);
    const name = assignment?.[1];
    if (!assignment || !name) throw new TargetError(`${file}:${at + 1}: this is not NAME=value`);
    const value = line.slice(assignment[0].length);
    const quote = /^["'`]/.exec(value)?.[0];
    if (quote === undefined) {
      variables.push([name, value.replace(/(?:^|\s+)#.*$/, '').trimEnd()]);
      continue;
    }
    const rest = [value, ...lines.slice(at + 1)].join('\n');
    const end = closing(rest, quote);
    if (end < 0) throw new TargetError(`${file}:${at + 1}: the ${quote} of ${name} is not closed`);
    const quoted = rest.slice(1, end);
    at += quoted.split('\n').length - 1;
    const after = rest
      .slice(end + 1)
      .split('\n', 1)[0]!
      .trim();
    if (after !== '' && !after.startsWith('#')) {
      throw new TargetError(`${file}:${at + 1}: text after the closing ${quote} of ${name}`);
    }
    variables.push([
      name,
      quote === '"' ? quoted.replace(/\\(.)/gs, (_, char) => ESCAPES[char] ?? char) : quoted,
    ]);
  }
  return variables;
}

/** The place of the quote that closes the one a text begins with, or -1. */
function closing(text: string, quote: string): number {
  for (let at = 1; at < text.length; at++) {
    if (text[at] === quote) return at;
    if (quote === '"' && text[at] === '\\') at++;
  }
  return -1;
}
