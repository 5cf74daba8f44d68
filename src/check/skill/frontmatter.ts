import { isObject } from '../../json/shape.ts';
import { readYaml, type Yaml } from './yaml.ts';

/** The frontmatter of a Markdown text, without its marks; undefined where it does not begin with one. */
export function frontmatterText(markdown: string): string | undefined {
  return /^\uFEFF?---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)??(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/
    .exec(markdown)
    ?.slice(1)
    .join('');
}

/**
 * The members of a frontmatter that are another thing than these, by their paths: `description`, `metadata.version`. Nothing
 * is said of a text with what no frontmatter needs (anchors, tags, several documents, very much of it).
 *
 * @param given the members as JSON
 */
export function frontmatterDifference(text: string, given: unknown): readonly string[] | undefined {
  const read = text.length > LONGEST ? undefined : readYaml(text);
  if (read === undefined) return undefined;
  return differing(read, given, '');
}

/** Characters of a frontmatter that is read; hosts put all of it into a model. */
const LONGEST = 50_000;

function differing(read: Yaml, given: unknown, path: string): readonly string[] {
  const own = [path === '' ? 'the frontmatter' : path];
  switch (read.is) {
    case 'plain':
      return isMeantBy(read.text, given) ? [] : own;
    case 'quoted':
      return read.text === given || trimmed(read.text) === given ? [] : own;
    case 'list':
      if (!Array.isArray(given) || given.length !== read.items.length) return own;
      return read.items.flatMap((one, at) => differing(one, given[at], `${path}[${at}]`));
    case 'map': {
      if (!isObject(given)) return own;
      const names = [...new Set([...read.members.keys(), ...Object.keys(given)])];
      return names.flatMap((name) => {
        const inner = path === '' ? name : `${path}.${name}`;
        const value = read.members.get(name);
        return value === undefined || !Object.hasOwn(given, name)
          ? [inner]
          : differing(value, given[name], inner);
      });
    }
  }
}

/** Readers differ in whether a block keeps its last line break. */
const trimmed = (text: string): string => text.replace(/\n$/, '');

/** Whether a JSON value is what a scalar without quotes says, to a reader of YAML 1.1 or 1.2. */
function isMeantBy(text: string, given: unknown): boolean {
  if (typeof given === 'string')
    return given === text || (/^\d{4}-\d\d-\d\d/.test(text) && given.startsWith(text));
  if (given === null) return /^(?:|~|null|Null|NULL)$/.test(text);
  if (typeof given === 'boolean')
    return (given ? /^(?:true|yes|on|y)$/i : /^(?:false|no|off|n)$/i).test(text);
  return typeof given === 'number' && text !== '' && Number(text.replace(/_/g, '')) === given;
}
