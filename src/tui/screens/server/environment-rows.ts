import type { SessionState } from '../../../session/state.ts';
import { counted } from '../../../text/measure.ts';
import { type Parts, plain, text } from './parts.ts';

/** What the process got of the environment, in a line, with the key that lists it. */
export function environmentWords({ target, process }: SessionState, key: string): string {
  if (target.transport !== 'stdio') return '';
  const all = Object.keys(target.env).length;
  const beyond = target.beyondClient.length;
  const given = target.given.length === 0 ? '' : ` · given: ${target.given.join(', ')}`;
  const told =
    beyond === 0
      ? counted(all, 'variable')
      : process?.clean
        ? `${counted(all - beyond, 'variable')}; ${beyond} left out, as a desktop client does`
        : `${counted(all, 'variable')}, ${beyond} of which a desktop client would not pass`;
  return `${told}${given} · ${key}`;
}

/** The names passed on, then those among them that a client would not have passed. */
export function environmentRows({ target, process }: SessionState, cells: number): Parts[] {
  if (target.transport !== 'stdio') return [];
  const beyond = new Set(target.beyondClient);
  const names = Object.keys(target.env).sort();
  const passed = names.filter((name) => !beyond.has(name));
  const note = process?.clean
    ? 'left out, as a desktop client does (C restarts with them):'
    : 'a desktop client would not pass (C restarts without them):';
  return [
    ...text(passed.join('  '), cells),
    ...(beyond.size === 0
      ? []
      : [
          [['dim', note]] as Parts,
          ...text([...beyond].sort().join('  '), cells).map((line): Parts => [['dim', plain(line)]]),
        ]),
  ];
}
