import { same } from '../../json/same.ts';
import { isObject } from '../../json/shape.ts';
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
    fix: 'Work the digest out of the bytes that resources/read returns.',
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

function skillFindings(item: ItemId, entry: unknown, subject: Subject): readonly Found[] {
  const skill = skillOf(entry);
  return [
    ...nameFindings(item, skill),
    ...listFindings(item, skill),
    ...(Array.isArray(skill.files) ? fileFindings(item, skill, subject) : []),
    ...frontmatterFindings(item, skill, subject),
    ...servedFindings(item, entry, skill, subject),
  ];
}

/** Names as the Agent Skills specification has them. */
const NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

function nameFindings(item: ItemId, { uri, name, frontmatter }: Skill): readonly Found[] {
  const found: Found[] = [];
  const folder = folderOf(uri);
  if (folder === undefined)
    found.push({ id: 'name', item, path: '/uri', message: `${visible(uri)} is not the URI of a SKILL.md` });
  const path = '/frontmatter/name';
  const segment = folder?.split('/').at(-2);
  if (name !== '' && (!NAME.test(name) || name.length > 64))
    found.push({ id: 'name', item, path, message: `${visible(name)} is not a name that a skill may have` });
  else if (name !== '' && segment !== undefined && segment !== name)
    found.push({
      id: 'name',
      item,
      path,
      message: `${visible(name)} lies in the folder ${visible(segment)}`,
    });
  const description = isObject(frontmatter) ? frontmatter['description'] : undefined;
  if (typeof description !== 'string') return found;
  const is =
    description.trim() === ''
      ? 'is empty'
      : description.length > 1_024
        ? `has ${counted(description.length, 'character')}`
        : undefined;
  return is === undefined
    ? found
    : [
        ...found,
        { id: 'description', item, path: '/frontmatter/description', message: `its description ${is}` },
      ];
}

const MOST_FILES = 512;
const MOST_BYTES = 16 * 1_024 * 1_024;

function listFindings(item: ItemId, { uri, files }: Skill): readonly Found[] {
  const path = '/resources';
  if (files === 'dynamic') return [];
  if (files === undefined)
    return [
      {
        id: 'files',
        item,
        path,
        message: 'its resources are neither a list of files nor "dynamic": hosts must not load it',
      },
    ];
  const found: Found[] = [];
  const told = (message: string): void => void found.push({ id: 'files', item, path, message });
  const uris = files.map((file) => file.uri);
  if (!uris.includes(uri)) told('its resources do not list its SKILL.md');
  const folder = folderOf(uri);
  const outside =
    folder === undefined ? [] : uris.filter((one) => !one.startsWith(folder) || /\/\.\.?(?:\/|$)/.test(one));
  if (outside.length > 0) told(`its resources list ${visible(firstOf(outside, 3))}, outside of its folder`);
  const twice = [...new Set(uris.filter((one, at) => uris.indexOf(one) !== at))];
  if (twice.length > 0) told(`its resources list ${visible(firstOf(twice, 3))} twice`);
  const bytes = files.reduce((sum, { size }) => sum + (typeof size === 'number' ? size : 0), 0);
  if (files.length > MOST_FILES || bytes > MOST_BYTES) {
    const message = `it has ${counted(files.length, 'file')} and ${counted(bytes, 'byte')}; hosts need take no more than ${MOST_FILES} and 16 MiB`;
    found.push({ id: 'limits', item, path, message });
  }
  const bare = files.filter(({ digest, size }) => typeof digest !== 'string' || typeof size !== 'number');
  if (bare.length > 0)
    told(
      `${visible(
        firstOf(
          bare.map((one) => one.uri),
          3,
        ),
      )} has no digest, or no size`,
    );
  return found;
}

function fileFindings(item: ItemId, { files }: Skill, { answered }: Subject): readonly Found[] {
  return (Array.isArray(files) ? files : []).flatMap((file, place): readonly Found[] => {
    const read = answered.contents.get(file.uri);
    if (read === undefined) return [];
    const at = { item, path: `/resources/${place}`, seq: read.seq };
    const name = visible(file.uri);
    const bytes = read.contents === undefined ? undefined : bytesOf(file.uri, read.contents);
    if (bytes === undefined)
      return [
        {
          ...at,
          id: 'unreadable',
          message: `${name} cannot be read: ${visible(read.why ?? 'it has no text and no blob')}`,
        },
      ];
    return fileFaults(file, bytes).map(({ id, says }) => ({ ...at, id, message: `${name} ${says}` }));
  });
}

function frontmatterFindings(
  item: ItemId,
  { uri, frontmatter, files }: Skill,
  { answered }: Subject,
): readonly Found[] {
  const read = answered.contents.get(uri);
  if (read === undefined) return [];
  const at = { item, path: '/frontmatter', seq: read.seq };
  const bytes = read.contents === undefined ? undefined : bytesOf(uri, read.contents);
  if (bytes === undefined) {
    if (Array.isArray(files) && files.some((file) => file.uri === uri)) return [];
    return [
      {
        ...at,
        id: 'unreadable',
        message: `its SKILL.md cannot be read: ${visible(read.why ?? 'it has no text and no blob')}`,
      },
    ];
  }
  const text = frontmatterText(bytes.toString());
  if (text === undefined)
    return [{ ...at, id: 'no-frontmatter', message: 'its SKILL.md does not begin with frontmatter' }];
  const differing = frontmatterDifference(text, frontmatter) ?? [];
  if (differing.length === 0) return [];
  const message = `the frontmatter of its SKILL.md is not that of its entry: ${visible(firstOf(differing, 5))}`;
  return [{ ...at, id: 'frontmatter', message }];
}

function servedFindings(
  item: ItemId,
  entry: unknown,
  { uri }: Skill,
  { answered }: Subject,
): readonly Found[] {
  const got = answered.skills?.get(uri);
  if (got === undefined) return [];
  const at = { item, path: '', seq: got.seq };
  if (got.why !== undefined)
    return [{ ...at, id: 'not-served', message: `skills/get does not answer for it: ${visible(got.why)}` }];
  if (same(got.skill, entry)) return [];
  const [listed, given] = [entry, got.skill].map((one) => (isObject(one) ? one : {}));
  const names = [...new Set([...Object.keys(listed ?? {}), ...Object.keys(given ?? {})])];
  const differing = names.filter((name) => !same(listed?.[name], given?.[name]));
  if (differing.length === 0) return [];
  return [
    {
      ...at,
      id: 'entries-differ',
      message: `skills/get says something else of it than skills/list: ${visible(firstOf(differing, 5))}`,
    },
  ];
}
