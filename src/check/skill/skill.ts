import { createHash } from 'node:crypto';
import { isObject } from '../../json/shape.ts';

/** The file that a skill begins with. */
const SKILL_FILE = '/SKILL.md';

/** A file of a skill as its entry lists it. */
export interface SkillFile {
  readonly uri: string;
  readonly digest: unknown;
  readonly size: unknown;
}

/** A skill as `skills/list` or `skills/get` describes it (ext-skills, Skill Entries), as far as it does. */
export interface Skill {
  readonly uri: string;
  readonly name: string;
  readonly frontmatter: unknown;
  /** `dynamic` where its files have no digests; undefined where that is neither said nor listed. */
  readonly files: readonly SkillFile[] | 'dynamic' | undefined;
}

/** Reads the entry of a skill. */
export function skillOf(entry: unknown): Skill {
  const { uri, frontmatter, resources } = isObject(entry) ? entry : {};
  const name = isObject(frontmatter) ? frontmatter['name'] : undefined;
  const files = Array.isArray(resources)
    ? resources.filter(isObject).map(({ uri: of, digest, size }) => ({ uri: String(of ?? ''), digest, size }))
    : undefined;
  return {
    uri: typeof uri === 'string' ? uri : '',
    name: typeof name === 'string' ? name : '',
    frontmatter,
    files: resources === 'dynamic' ? 'dynamic' : files,
  };
}

/** The folder of a skill, with the slash at its end; undefined where its URI does not name a SKILL.md. */
export const folderOf = (uri: string): string | undefined =>
  uri.endsWith(SKILL_FILE) ? uri.slice(0, 1 - SKILL_FILE.length) : undefined;

/** The bytes of the contents that `resources/read` returned for a file; undefined where it has none. */
export function bytesOf(uri: string, contents: readonly unknown[]): Buffer | undefined {
  const parts = contents.filter(isObject);
  const { text, blob } = parts.find((one) => one['uri'] === uri) ?? parts[0] ?? {};
  if (typeof text === 'string') return Buffer.from(text);
  return typeof blob === 'string' ? Buffer.from(blob, 'base64') : undefined;
}

/** Something that a file is not as its entry says. */
export interface FileFault {
  readonly id: 'digest' | 'digest-form' | 'size';
  /** To follow the name of the file. */
  readonly says: string;
}

/** What a file is not as its entry says (ext-skills, Integrity and Verification). */
export function fileFaults({ digest, size }: SkillFile, bytes: Buffer): readonly FileFault[] {
  const faults: FileFault[] = [];
  if (typeof size === 'number' && size !== bytes.length)
    faults.push({ id: 'size', says: `has ${bytes.length} bytes, and its entry says ${size}` });
  const read = digestIn(digest);
  if (read === undefined) {
    if (digest !== undefined) faults.push({ id: 'digest-form', says: 'has a digest other than sha256:' });
    return faults;
  }
  const own = sha256(bytes);
  if (read.hex !== own) {
    const unix = sha256(Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1'));
    const windows = sha256(Buffer.from(bytes.toString('latin1').replace(/\r?\n/g, '\r\n'), 'latin1'));
    const ends = read.hex === unix || read.hex === windows ? ': it was made with other line ends' : '';
    return [{ id: 'digest', says: `is not what its digest says${ends}` }];
  }
  return read.isExact
    ? faults
    : [
        {
          id: 'digest-form',
          says: `has the right digest, not written as sha256:${own.slice(0, 8)}… in lower case`,
        },
        ...faults,
      ];
}

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** A digest in any spelling that people use: `sha256:` or `sha256-`, in hexadecimal digits or base64. */
function digestIn(digest: unknown): { readonly hex: string; readonly isExact: boolean } | undefined {
  if (typeof digest !== 'string') return undefined;
  if (/^sha256:[0-9a-f]{64}$/.test(digest)) return { hex: digest.slice(7), isExact: true };
  const [, hex, base64 = ''] =
    /^\s*(?:sha-?256\s*[:=-]\s*)?(?:(?:0x)?([0-9a-f]{64})|([\w+/-]{43}=?))\s*$/i.exec(digest) ?? [];
  if (hex === undefined && base64 === '') return undefined;
  return { hex: hex?.toLowerCase() ?? Buffer.from(base64, 'base64').toString('hex'), isExact: false };
}
