import { cut } from '../text/cut.ts';
import { SAYS } from './ending.ts';
import type { LifeEntry } from './frame.ts';

/** Cells of a line that are shown. */
const SAID = 160;
/** Lines before the last one that are examined, and how many of them may not mention an error. */
const LINES = 400;
const ORDINARY = 12;

/**
 * The line of stderr that says why a program ended: the one that names the error, and not the last brace of what is
 * written behind it. Undefined when there is none but noise.
 */
export function tellingLine(stderr: readonly string[]): string | undefined {
  const lines = stderr.slice(-LINES).map(plain);
  let last: number | undefined;
  let weak: number | undefined;
  let below: number | undefined;
  let ordinary = 0;
  for (let at = lines.length - 1; at >= 0 && ordinary < ORDINARY; at -= 1) {
    const line = lines[at] ?? '';
    if (isNoise(line)) continue;
    // Indented lines belong to what stands above them: a stack, a value, a usage.
    const isBelow = /^\s/.test(line) && !OWN.test(line);
    if (!isBelow && NAMES.test(line) && !BELONGS.test(line)) return said(lines, first(lines, at));
    if (isBelow) below ??= at;
    else {
      if (HINTS.test(line)) weak ??= at;
      last ??= at;
      ordinary += 1;
    }
  }
  const at = weak ?? last ?? below;
  return at === undefined ? undefined : said(lines, at);
}

/** What a process said of its end, in words; nothing where somebody else ended it. */
export function exitDetail(
  { signal }: Pick<LifeEntry, 'signal'>,
  stderr: readonly string[],
): string | undefined {
  const line = signal === undefined || CRASHES.has(signal) ? tellingLine(stderr) : undefined;
  return line === undefined ? undefined : `${SAYS}${line}`;
}

/** Signals that a process is ended by for what it did itself. */
const CRASHES: ReadonlySet<string> = new Set(['SIGABRT', 'SIGSEGV', 'SIGBUS', 'SIGILL', 'SIGFPE', 'SIGTRAP']);

const COLOURS = /\u001b\[[\d;:?]*[A-Za-z]/g;

/** Without colours, and without the frame that groups of exceptions have around them (Python, Rust's reports). */
const plain = (line: string): string =>
  line
    .replace(COLOURS, '')
    .replace(/^\s*[|│┃┆╎](?: |$)/u, '')
    .trimEnd();

/** What surrounds an error in one language or another, and says nothing of it. */
const NOISE = [
  /^[\s{}[\]();,.^~=*_+#|│╭╮╰╯─━═-]*$/u,
  // Node, Deno and Bun
  /^Node\.js v?\d/,
  /^(?:Bun|Deno) v?\d/,
  /^\s*at\s/,
  /^\s*\d+ \|/,
  /^\(Use `?node /,
  /^\(node:\d+\) \w*Warning|--trace-(?:warnings|uncaught|deprecation)/,
  /^\s*throw\b/,
  /^(?:node:|file:\/\/|[A-Z]?:?[\\/])\S*:\d+(?::\d+)?$/,
  /^- (?:[A-Z]:)?[\\/]/,
  /^Require stack:|^Stack trace:?$|^stack traceback:$/i,
  // npm and its kin
  /^npm (?:warn|notice|http|info|verb|timing|WARN)\b/,
  /^npm (?:error|ERR!)(?: \w+)?$/,
  /^npm (?:error|ERR!) +(?:A complete log|code |errno |syscall |path |command |Lifecycle script|location |workspace |\/|[A-Z]:\\)/,
  /^\s*ELIFECYCLE|^error Command failed with exit code|^info Visit https:|^error: script ".*" exited/,
  /^(?:exit status \d+|make(?:\[\d+\])?: \*\*\*.*)$/,
  // Python
  /^\s*File ".*", line \d+/,
  /^(?:During handling of the above|The above exception was)/,
  /^sys:\d+: |^\S+:\d+: \w*Warning:/,
  // Go
  /^goroutine \d+ \[|^created by |^\[signal |^[\w./*()]+\(.*\)$|^\s+\S+\.go:\d+/,
  // Rust, and others that say where more is to be had
  /^note: |^stack backtrace:|^\s*\d+: +\S|^help: |^For more information/,
  // Java, .NET, Ruby, PHP, Dart
  /^\s*\.\.\. \d+ (?:more|common)/,
  /^\s*--- End of/,
  /^\s*from .*:\d+:in /,
  /^#\d+\s/,
  /^\s*thrown in /,
  /^Emitted 'error' event on |^BEGIN failed--|^(?:Aborted|Hint|More help)\b/,
];
const isNoise = (line: string): boolean => NOISE.some((pattern) => pattern.test(line));

/** An indented line that names the error all the same. */
const OWN = /^\s+[×✗✘✖❌] /u;

/** What names an error: its type, its level, a panic. */
const NAMES =
  /^(?:\S+ )?(?:Uncaught |Unhandled )?[\w.$:\\/-]*(?:Error|Exception|Exit|Panic|Interrupt|Failure|Rejection)\b(?:\s*\[\w+\])?\s*(?::|\(|$)|\b(?:[A-Za-z_]\w*(?:Error|Exception)|error|fatal|panic|panicked|critical|exception|segmentation fault|core dumped|problem)\b|^terminate called|^[×✗✘✖❌]/iu;

/** What is a consequence or the cause of an error that is named above. */
const BELONGS = /^(?:Caused by|\[cause\]|See |Did you mean|Please report|Try )/i;

/** Words of a line that may well be the error, where none is named. */
const HINTS =
  /\b(?:required|requires|not found|cannot|can't|could not|couldn't|unable|failed|failure|missing|invalid|denied|refused|no such|not set|must|unknown|unsupported|unrecognized|not installed|does not exist|died|killed|timed out)\b/i;

/** npm writes its whole message in such lines, the reason first. */
const NPM = /^npm (?:error|ERR!) /;

function first(lines: readonly string[], at: number): number {
  let found = at;
  for (let above = at; NPM.test(lines[above] ?? ''); above -= 1)
    if (!isNoise(lines[above] ?? '')) found = above;
  return found;
}

/** The line, and what follows it where it says little by itself. */
function said(lines: readonly string[], at: number): string {
  let text = (lines[at] ?? '').trim();
  const isValue = /[[{(]$/.test(text);
  let more = /\d+ validation errors? for /.test(text) ? 2 : isValue ? 20 : 0;
  if (/:$|^terminate called/.test(text)) more = 1;
  for (const next of lines.slice(at + 1)) {
    if (next.trim() === '') continue;
    if (more === 0 || text.length > SAID || /^\s*at\s|^Node\.js v/.test(next)) break;
    text += ` ${next.trim()}`;
    more = isValue && /^[\]})]/.test(next) ? 0 : more - 1;
  }
  return cut(text, SAID);
}
