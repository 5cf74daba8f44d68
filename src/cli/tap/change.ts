import { edited, type JsoncNode, jsoncTree, nodeAt, onLines, type TextEdit } from '../../json/jsonc-edit.ts';
import {
  maskHeader,
  maskWords,
  secretsInHeaders,
  secretsInVariables,
} from '../../session/redaction/arguments.ts';
import { mark } from '../../session/redaction/redaction.ts';
import { createRedactor } from '../../session/redaction/redactor.ts';
import type { ConfigPlan } from '../../tap/install.ts';
import { sequenceDiff } from '../../text/sequence-diff.ts';

/** Lines that are shown before and after a change. */
const AROUND = 2;
const TAB = '    ';
/** Characters of a line; in a file with a longer one each value is shown on a line of its own. */
const LONGEST = 160;
const BREAK = /\r\n|\r|\n/;

/** What a plan changes in a config, as a diff for people, its secrets masked. */
export function changeLines({ config, after }: ConfigPlan): string[] {
  const { text, entries } = config;
  if (text === after) return [];
  const secrets = entries.flatMap(({ read }) => {
    if (read === undefined) return [];
    if (read.by !== 'stdio') return secretsInHeaders(read.headers);
    const env = read.env.map(([name, value]) => [name, value ?? ''] as const);
    return secretsInVariables(
      Object.fromEntries(env),
      env.map(([name]) => name),
    );
  });
  const { mask } = createRedactor(secrets);
  // Else a tab would be shown by its name, as all that controls a terminal is.
  const shown = [text, after].map((one) => mask(shownText(one, entries, mask)).replaceAll('\t', TAB));
  // A file may have all its servers on a single line.
  const isLong = shown.some((one) => one.split(BREAK).some((line) => line.length > LONGEST));
  const [old = [], now = []] = shown.map((one) => (isLong ? onLines(one) : one).split(BREAK));
  const runs = sequenceDiff(old, now);
  const lines = runs.flatMap(({ kind, items }, at) => {
    if (kind !== 'same') return items.map((line) => `${kind === 'removed' ? '-' : '+'} ${shortened(line)}`);
    const before = at === 0 ? [] : items.slice(0, AROUND);
    const behind = at === runs.length - 1 ? [] : items.slice(Math.max(before.length, items.length - AROUND));
    const left = items.length - before.length - behind.length;
    const isInner = at > 0 && at < runs.length - 1;
    return [...before, ...(left > 0 && isInner ? ['…'] : []), ...behind].map(
      (line) => `  ${shortened(line)}`,
    );
  });
  return lines.some((line) => line.includes(mark))
    ? [...lines, `  (${mark} hides a secret, which stays as it is)`]
    : lines;
}

/** A config whose entries have no value that is secret by its name or by the word before it, whether they can be read or not. */
function shownText(
  text: string,
  entries: ConfigPlan['config']['entries'],
  mask: (text: string) => string,
): string {
  const root = jsoncTree(text);
  const nodes = new Set(entries.flatMap(({ path }) => nodeAt(root, path) ?? []));
  return edited(
    text,
    [...nodes].flatMap((node) => maskEdits(node, mask)),
  );
}

/** @param before the words before a list of words: the command is on one line with its arguments */
function maskEdits(
  { items, members = [] }: JsoncNode,
  mask: (text: string) => string,
  before: readonly string[] = [],
): TextEdit[] {
  if (items !== undefined) {
    const masked = maskWords([...before, ...items.map(textOf)], mask).slice(before.length);
    return items.flatMap((one, at) =>
      isScalar(one) ? maskEdit(one, masked[at] ?? '') : maskEdits(one, mask),
    );
  }
  const line = members
    .filter(({ name }) => name === 'command' || name === 'path')
    .map(({ node }) => textOf(node));
  return members.flatMap(({ name, node }) =>
    isScalar(node)
      ? maskEdit(node, maskValue(name, textOf(node), mask))
      : maskEdits(node, mask, name === 'args' ? line : []),
  );
}

const isScalar = ({ members, items }: JsoncNode): boolean => members === undefined && items === undefined;

/** Of what is no single value nothing is a word. */
const textOf = (node: JsoncNode): string => (isScalar(node) ? String(node.value ?? '') : '');

const maskEdit = (node: JsoncNode, masked: string): TextEdit[] =>
  masked !== textOf(node) ? [{ from: node.from, to: node.to, text: JSON.stringify(masked) }] : [];

/** The value of a variable or a header, or a header in a variable. */
function maskValue(name: string, value: string, mask: (text: string) => string): string {
  const [word = value] = maskWords([value], mask);
  const [, text] = maskHeader([name, word], mask);
  return secretsInVariables({ [name]: text }, [name]).reduce(
    (one, secret) => one.replaceAll(secret, mark),
    text,
  );
}

/** A value may be long all the same. */
const shortened = (line: string): string =>
  line.length <= 2 * LONGEST ? line : `${line.slice(0, 2 * LONGEST)}…`;
