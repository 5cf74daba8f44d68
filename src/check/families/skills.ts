import { same } from '../../json/same.ts';
import { isObject, namesOf } from '../../json/shape.ts';
import { announces, capabilityOf } from '../../spec/methods.ts';
import { firstOf } from '../../text/few.ts';
import { counted } from '../../text/measure.ts';
import { visible } from '../../text/visible.ts';
import { type Family, type FamilyFinding, ofFamily } from '../finding.ts';
import { frontmatterDifference, frontmatterText } from '../skill/frontmatter.ts';
import { bytesOf, fileFaults, folderOf, type Skill, skillOf } from '../skill/skill.ts';
import { type ItemId, itemIds, type Subject } from '../subject.ts';

const RULES = {
  'no-resources': {
    level: 'error',
    says: 'Skills are announced, and resources are not: nobody can read them.',
    fix: 'Announce the capability resources as well.',
  },
  unreadable: {
    level: 'error',
    says: 'A file of a skill cannot be read.',
    fix: 'Serve every file of the skill by resources/read.',
  },
  digest: {
    level: 'error',
    says: 'A file is not what its digest says: hosts must not use it.',
    fix: 'Compute the digest from the bytes that resources/read returns.',
  },
  'digest-form': {
    level: 'warning',
    says: 'A digest is not written as sha256: and 64 hexadecimal digits in lower case.',
    fix: 'Write it as sha256: and 64 hexadecimal digits in lower case.',
  },
  size: {
    level: 'error',
    says: 'A file has another size than its entry says: hosts must not use it.',
    fix: 'Count the bytes that resources/read returns, before base64.',
  },
  frontmatter: {
    level: 'error',
    says: 'The frontmatter of SKILL.md is not that of its entry: hosts must not load the skill.',
    fix: 'Render the frontmatter of the file as it is, every member of it.',
  },
  'no-frontmatter': {
    level: 'error',
    says: 'SKILL.md does not begin with frontmatter.',
    fix: 'Begin the file with --- and its name and description.',
  },
  name: {
    level: 'error',
    says: 'The name of a skill is not that of its folder, or not a name that skills may have.',
    fix: 'Name it as its folder: up to 64 lower case letters and digits, with single hyphens between.',
  },
  description: {
    level: 'warning',
    says: 'The description of a skill is empty, or longer than 1,024 characters.',
    fix: 'Say in at most 1,024 characters what it does and when to use it.',
  },
  files: {
    level: 'error',
    says: 'The list of the files of a skill is missing, incomplete or of other folders.',
    fix: 'List SKILL.md and every other file of its folder once, or say "dynamic".',
  },
  limits: {
    level: 'warning',
    says: 'A skill has more than 512 files or 16 MiB: hosts need not take it.',
    fix: 'Make it smaller, or divide it.',
  },
  'not-served': {
    level: 'error',
    says: 'skills/get does not answer for a skill that is listed.',
    fix: 'Answer skills/get for each skill, with the entry of the list.',
  },
  'entries-differ': {
    level: 'error',
    says: 'skills/get describes a skill otherwise than skills/list.',
    fix: 'Let both return the same entry.',
  },
} as const;

type Found = FamilyFinding<keyof typeof RULES>;

/** What keeps agents from using the skills of a server (ext-skills): `skills/*`. */
export const SKILLS: Family = {
  name: 'skills',
  about: 'What keeps agents from using the skills of a server.',
  rules: RULES,
  find: (subject) => {
    const server = subject.surface.capabilities.server;
    const isAnnounced = announces(server, capabilityOf('skills/list'));
    const own: readonly Found[] =
      isAnnounced && server !== undefined && !('resources' in server)
        ? [
            {
              ...{ id: 'no-resources', item: 'server', path: '/capabilities' },
              message: 'skills are announced, and resources are not: their files cannot be read',
            },
          ]
        : [];
    const skills = itemIds(subject.surface).filter(([id]) => id.startsWith('skill:'));
    return ofFamily('skills', RULES, [
      ...own,
      ...skills.flatMap(([item, { raw }]) => skillFindings(item, raw, subject)),
    ]);
  },
};

/** A skill that is looked at, and what is told of it. */
interface Looked {
  readonly skill: Skill;
  /** How it is called in sentences. */
  readonly who: string;
  readonly entry: unknown;
  readonly answered: Subject['answered'];
  readonly tell: (id: Found['id'], path: string, message: string, seq?: number) => void;
}

function skillFindings(item: ItemId, entry: unknown, { answered }: Subject): readonly Found[] {
  const found: Found[] = [];
  const skill = skillOf(entry);
  const looked: Looked = {
    ...{ skill, entry, answered, who: visible(skill.name || skill.uri) },
    tell: (id, path, message, seq) =>
      void found.push({ id, item, path, message, ...(seq === undefined ? {} : { seq }) }),
  };
  lookAtName(looked);
  lookAtList(looked);
  lookAtFiles(looked);
  lookAtFrontmatter(looked);
  lookAtAnswer(looked);
  return found;
}

/** Names as the Agent Skills specification has them. */
const NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

function lookAtName({ skill: { uri, name, frontmatter }, who, tell }: Looked): void {
  const folder = folderOf(uri);
  if (folder === undefined)
    tell('name', '/uri', `the URI of ${who}, ${visible(uri)}, is not that of a SKILL.md`);
  const segment = folder?.split('/').at(-2);
  if (name !== '' && (!NAME.test(name) || name.length > 64))
    tell('name', '/frontmatter/name', `${who} is not a name that a skill may have`);
  else if (name !== '' && segment !== undefined && segment !== name)
    tell('name', '/frontmatter/name', `${who} lies in the folder ${visible(segment)}`);
  const description = isObject(frontmatter) ? frontmatter['description'] : undefined;
  if (typeof description !== 'string') return;
  const { length } = description;
  if (description.trim() === '')
    tell('description', '/frontmatter/description', `the description of ${who} is empty`);
  else if (length > 1_024)
    tell(
      'description',
      '/frontmatter/description',
      `the description of ${who} has ${counted(length, 'character')}`,
    );
}

const MOST_FILES = 512;
const MOST_BYTES = 16 * 1_024 * 1_024;

function lookAtList({ skill: { uri, files }, who, tell }: Looked): void {
  const path = '/resources';
  if (files === 'dynamic') return;
  if (files === undefined) {
    tell('files', path, `the resources of ${who} are neither a list nor "dynamic": hosts must not load it`);
    return;
  }
  const told = (which: readonly string[], says: string): void => {
    if (which.length > 0)
      tell('files', path, `the resources of ${who} list ${visible(firstOf(which, 3))} ${says}`);
  };
  const uris = files.map((file) => file.uri);
  if (!uris.includes(uri)) tell('files', path, `the resources of ${who} do not list its SKILL.md`);
  const folder = folderOf(uri);
  const seen = new Set<string>();
  const isOutside = (one: string): boolean =>
    folder !== undefined && (!one.startsWith(folder) || /\/\.\.?(?:\/|$)/.test(one));
  told(uris.filter(isOutside), 'outside of its folder');
  told([...new Set(uris.filter((one) => seen.has(one) || !seen.add(one)))], 'twice');
  const bare = files.filter(({ digest, size }) => typeof digest !== 'string' || typeof size !== 'number');
  told(
    bare.map((one) => one.uri),
    'without a digest, or without a size',
  );
  const bytes = files.reduce((sum, { size }) => sum + (typeof size === 'number' ? size : 0), 0);
  if (files.length > MOST_FILES || bytes > MOST_BYTES)
    tell(
      'limits',
      path,
      `${who} has ${counted(files.length, 'file')} and ${counted(bytes, 'byte')}; hosts need not accept more than ${MOST_FILES} and 16 MiB`,
    );
}

const WITHOUT = 'it has no text and no blob';

function lookAtFiles({ skill: { uri, files }, who, answered, tell }: Looked): void {
  const folder = folderOf(uri) ?? '';
  for (const [place, file] of (Array.isArray(files) ? files : []).entries()) {
    const read = answered.contents.get(file.uri);
    if (read === undefined) continue;
    const path = `/resources/${place}`;
    const name = visible(file.uri.startsWith(folder) ? file.uri.slice(folder.length) : file.uri);
    const bytes = read.contents === undefined ? undefined : bytesOf(file.uri, read.contents);
    if (bytes === undefined)
      tell('unreadable', path, `${name} of ${who} cannot be read: ${visible(read.why ?? WITHOUT)}`, read.seq);
    else
      for (const { id, says } of fileFaults(file, bytes))
        tell(id, path, `${name} of ${who} ${says}`, read.seq);
  }
}

function lookAtFrontmatter({ skill: { uri, frontmatter, files }, who, answered, tell }: Looked): void {
  const read = answered.contents.get(uri);
  if (read === undefined) return;
  const path = '/frontmatter';
  const bytes = read.contents === undefined ? undefined : bytesOf(uri, read.contents);
  if (bytes === undefined) {
    const isTold = Array.isArray(files) && files.some((file) => file.uri === uri);
    if (!isTold)
      tell(
        'unreadable',
        path,
        `the SKILL.md of ${who} cannot be read: ${visible(read.why ?? WITHOUT)}`,
        read.seq,
      );
    return;
  }
  const text = frontmatterText(bytes.toString());
  if (text === undefined) {
    tell('no-frontmatter', path, `the SKILL.md of ${who} does not begin with frontmatter`, read.seq);
    return;
  }
  const differing = frontmatterDifference(text, frontmatter) ?? [];
  if (differing.length > 0)
    tell(
      'frontmatter',
      path,
      `the SKILL.md of ${who} has another frontmatter than its entry: ${visible(firstOf(differing, 5))}`,
      read.seq,
    );
}

function lookAtAnswer({ skill: { uri }, who, entry, answered, tell }: Looked): void {
  const got = answered.skills?.get(uri);
  if (got === undefined) return;
  if (got.why !== undefined) {
    tell('not-served', '', `skills/get does not answer for ${who}: ${visible(got.why)}`, got.seq);
    return;
  }
  const [listed = {}, given = {}] = [entry, got.skill].map((one) => (isObject(one) ? one : {}));
  const differing = namesOf(listed, given).filter((name) => !same(listed[name], given[name]));
  if (differing.length > 0)
    tell(
      'entries-differ',
      '',
      `skills/get says something else of ${who} than skills/list: ${visible(firstOf(differing, 5))}`,
      got.seq,
    );
}
