import { readGiven } from '../disk/file.ts';
import type { Shell } from '../transport/target.ts';
import type { Io } from './io.ts';

/** Where the command line was typed. */
export function shellOf({ env, cwd }: Pick<Io, 'env' | 'cwd'>): Shell {
  const readFile: Shell['readFile'] = (path, most) => decoded(readGiven(path, most));
  return { env, cwd, platform: process.platform, readFile };
}

/** Text without its byte order mark, which also tells UTF-16: what PowerShell writes unless told otherwise. */
function decoded(bytes: Buffer): string {
  const [first, second] = bytes;
  const isLittle = first === 0xff && second === 0xfe;
  const isBig = first === 0xfe && second === 0xff;
  return new TextDecoder(isLittle ? 'utf-16le' : isBig ? 'utf-16be' : 'utf-8').decode(bytes);
}
