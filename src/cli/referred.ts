import { skillOf } from '../check/skill/skill.ts';
import { appOf } from '../surface/app.ts';
import type { Surface } from '../surface/surface.ts';
import type { ConnectedServer } from './connect.ts';

/** The most that is read of a server beside its lists, and how much of it at a time. */
const MOST = 200;
const AT_ONCE = 4;
/** ms that a read may take, and all of them together. */
const READ = 5_000;
const ALL = 60_000;
/** How many times longer a read may take that reports progress. */
const LATE = 3;

/**
 * Reads what the lists of a server refer to: views, those of its tools and others that it lists, its skills and their files.
 * Reading changes nothing, and is what a client does. What takes too long is left out, which is told.
 *
 * @param timeout ms that a read may take, where that is less than usual; 0 for the usual
 */
export async function readReferred(
  { connection, host, tell }: ConnectedServer,
  { lists }: Surface,
  timeout = READ,
): Promise<void> {
  const all = referredIn(lists);
  const waiting = all.slice(0, MOST);
  const waited = Math.min(timeout === 0 ? READ : timeout, READ);
  const started = host.now();
  let late = 0;
  const read = async (): Promise<void> => {
    while (waiting.length > 0 && host.now() - started <= ALL) {
      const [method, uri] = waiting.shift() ?? [];
      if (method === undefined) return;
      const asked = connection.request(method, { uri }, { by: 'auto', timeout: waited });
      // Progress puts the time-out off, and may be reported for ever.
      const alarm = setTimeout(() => asked.cancel('took too long to be read'), LATE * waited);
      const { kind } = await asked.done;
      clearTimeout(alarm);
      if (kind === 'timeout' || kind === 'cancelled') late += 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, read));
  const left = all.length - Math.min(all.length, MOST) + waiting.length;
  if (late > 0) tell(`${late} of ${THESE} ${wereOf(late)} not read in time`);
  if (left > 0) tell(`${left} of ${THESE} ${wereOf(left)} left out`);
}

const THESE = 'the views and files of skills';
const wereOf = (count: number): string => (count === 1 ? 'was' : 'were');

/** What is to be read: how, and by which URI. */
function referredIn(
  lists: Surface['lists'],
): readonly (readonly ['skills/get' | 'resources/read', string])[] {
  const linked = (lists.tools ?? []).flatMap(({ raw }) => appOf(raw)?.uri ?? []);
  const listed = (lists.resources ?? []).flatMap(({ name }) => (name.startsWith('ui://') ? [name] : []));
  const skills = (lists.skills ?? []).map(({ raw }) => skillOf(raw)).filter(({ uri }) => uri !== '');
  const files = skills.flatMap(({ uri, files: own }) => [
    uri,
    ...(Array.isArray(own) ? own.map((file) => file.uri) : []),
  ]);
  return [
    ...skills.map(({ uri }) => ['skills/get', uri] as const),
    ...[...new Set([...linked, ...listed, ...files])].map((uri) => ['resources/read', uri] as const),
  ];
}
