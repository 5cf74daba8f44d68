import { skillOf } from '../check/skill/skill.ts';
import { appOf } from '../surface/app.ts';
import type { Surface } from '../surface/surface.ts';
import type { ConnectedServer } from './connect.ts';

/** The most that is read of a server beside its lists, and how much of it at a time. */
const MOST = 200;
const AT_ONCE = 4;

/**
 * Reads what the lists of a server refer to: the views of its tools, its skills and their files. Reading changes nothing, and
 * is what a client does.
 */
export async function readReferred({ connection }: ConnectedServer, { lists }: Surface): Promise<void> {
  const views = (lists.tools ?? []).flatMap(({ raw }) => appOf(raw)?.uri ?? []);
  const skills = (lists.skills ?? []).map(({ raw }) => skillOf(raw)).filter(({ uri }) => uri !== '');
  const files = skills.flatMap(({ uri, files: listed }) => [
    uri,
    ...(Array.isArray(listed) ? listed.map((file) => file.uri) : []),
  ]);
  const waiting = [
    ...skills.map(({ uri }) => ['skills/get', uri] as const),
    ...[...new Set([...views, ...files])].map((uri) => ['resources/read', uri] as const),
  ].slice(0, MOST);
  const read = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      await connection.request(next[0], { uri: next[1] }, { by: 'auto' }).done;
  };
  await Promise.all(Array.from({ length: AT_ONCE }, read));
}
