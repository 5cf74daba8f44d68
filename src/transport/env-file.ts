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
  const whole = lines.join('\n');
  const variables: Variable[] = [];
  // Where the line begins in the whole: a quoted value is looked for from there, over the lines that follow.
  for (let at = 0, start = 0; at < lines.length; start += lines[at]!.length + 1, at++) {
    const line = lines[at]!.trimStart();
    if (line === '' || line.startsWith('#')) continue;
    const assignment = ASSIGNMENT.exec(line);
    const name = assignment?.[1];
    if (!assignment || !name) throw new TargetError(`${file}:${at + 1}: this is not NAME=value`);
    const value = line.slice(assignment[0].length);
    const quote = /^["'`]/.exec(value)?.[0];
    if (quote === undefined) {
      variables.push([name, value.replace(/(?:^|\s)#.*$/, '').trimEnd()]);
      continue;
    }
    const opening = start + lines[at]!.length - value.length;
    const end = closing(whole, quote, opening);
    if (end < 0) throw new TargetError(`${file}:${at + 1}: the ${quote} of ${name} is not closed`);
    const quoted = whole.slice(opening + 1, end);
    for (let more = quoted.split('\n').length; more > 1; more--) start += lines[at++]!.length + 1;
    const after = whole.slice(end + 1, start + lines[at]!.length).trim();
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

/** The place of the quote that closes the one at a place, or -1. */
function closing(text: string, quote: string, opening: number): number {
  for (let at = opening + 1; at < text.length; at++) {
    if (text[at] === quote) return at;
    if (quote === '"' && text[at] === '\\') at++;
  }
  return -1;
}
