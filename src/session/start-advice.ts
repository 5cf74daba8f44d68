import type { Target } from './target.ts';

/** Programs that run a command elsewhere, with the words after which they close its stdin unless told otherwise. */
const CLOSES_STDIN: readonly (readonly [program: RegExp, verb: RegExp])[] = [
  [/^(?:docker|podman|nerdctl|finch)$/, /^(?:run|exec)$/],
  [/^(?:kubectl|oc)$/, /^(?:run|exec|attach)$/],
];

/** What in a command most likely keeps its server from answering, as the end of a sentence; empty when nothing does. */
export function startAdvice(target: Target): string {
  if (target.transport !== 'stdio') return '';
  const { command, args } = target;
  const name = (command.split(/[/\\]/).at(-1) ?? '').replace(/\.exe$/i, '');
  const [, verbs] = CLOSES_STDIN.find(([program]) => program.test(name)) ?? [];
  const verb = verbs === undefined ? undefined : args.find((arg) => verbs.test(arg));
  const isInteractive = args.some((arg) => /^-[A-Za-z]*i[A-Za-z]*$|^--(?:interactive|stdin)\b/.test(arg));
  return verb === undefined || isInteractive ? '' : ` — ${name} ${verb} closes stdin without -i: add it`;
}
