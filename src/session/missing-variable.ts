/** The variable of the environment that a server says it lacks, by what it printed; nothing where none says so. */
export function missingVariable(lines: readonly string[]): string | undefined {
  for (const line of lines) {
    if (!WANTED.test(line)) continue;
    // Of several that are named the first.
    const [first] = SAID.flatMap((pattern) => pattern.exec(line) ?? [])
      .flatMap((text) => NAMES.exec(text)?.[0] ?? [])
      .filter((name) => !COMMON.has(name))
      .sort((one, other) => line.indexOf(one) - line.indexOf(other));
    if (first !== undefined) return first;
  }
  return undefined;
}

/** A name as variables of the environment have it; of one word without `_` only with the words beside it. */
const NAME = '([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|[A-Z][A-Z0-9]{3,})';

const NAMES = new RegExp(`\\b${NAME}\\b`);

/** How servers say that a variable is missing, the surest first. */
const SAID: readonly RegExp[] = [
  new RegExp(
    `(?:missing|required|no|set|provide|define)\\b[^.\\n]{0,40}\\benv(?:ironment)?\\.? var(?:iable)?s?\\W{0,4}${NAME}\\b`,
    'i',
  ),
  new RegExp(`\\b${NAME}\\W{0,3}(?: is| was| must| env(?:ironment)?| not| missing| required)[^.\\n]{0,60}`),
  new RegExp(`(?:missing|required|provide|set)(?: the| your| a)?\\W{1,3}${NAME}\\b`, 'i'),
];

/** Words that say that something is wanted. */
const WANTED =
  /missing|required|must be (?:set|provided|defined)|not (?:set|provided|defined|found)|undefined|please (?:set|provide)|no value/i;

/** Words in capitals that are not variables. */
const COMMON = new Set([
  'ERROR',
  'FATAL',
  'WARN',
  'WARNING',
  'ENOENT',
  'EACCES',
  'JSON',
  'HTTP',
  'HTTPS',
  'ERR_MODULE_NOT_FOUND',
]);
