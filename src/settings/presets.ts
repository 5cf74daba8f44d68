import { dirname, join } from 'node:path';
import { createScanner, findNodeAtLocation, parseTree } from 'jsonc-parser';
import * as z from 'zod';
import { replace } from '../disk/write.ts';
import { parseJsonc } from '../json/jsonc.ts';
import { isObject } from '../json/shape.ts';
import { few } from '../text/few.ts';
import { reason } from '../text/reason.ts';
import { closest } from '../text/suggest.ts';
import { find } from './file.ts';
import { isSame, type Preset, withPreset } from './preset.ts';

/** The file that a folder, or one above it, keeps its presets in. */
export interface PresetFile {
  /** Where it is, or where it would be created: in the folder itself. */
  readonly path: string;
  readonly exists: boolean;
  readonly presets: readonly Preset[];
  /** What of it cannot be used and why, in sentences that name the place. It is never touched for that. */
  readonly remarks: readonly string[];
}

/** The name of the file. */
const NAME = '.mcp-loupe.json';

/** Reads the nearest `.mcp-loupe.json` from a folder upwards, JSON with comments. Never throws. */
export function readPresets(folder: string): PresetFile {
  const { path, found } = projectFile(folder);
  if (found === undefined) return { path, exists: false, presets: [], remarks: [] };
  if ('why' in found) return { path, exists: true, presets: [], remarks: [found.why] };
  const { places, remarks } = presetsIn(path, found.text);
  return { path, exists: true, presets: places.map(({ preset }) => preset), remarks };
}

/** The nearest `.mcp-loupe.json` from a folder upwards; without one, where it would be created. */
export function projectFile(folder: string): {
  readonly path: string;
  readonly found: ReturnType<typeof find>;
} {
  for (let at = folder; ; at = dirname(at)) {
    const path = join(at, NAME);
    const found = find(path);
    if (found !== undefined) return { path, found };
    if (dirname(at) === at) return { path: join(folder, NAME), found };
  }
}

/**
 * Writes a preset: in the place of the one with the same server, tool and label, else at the end. What else is in the
 * file stays as it is, comments and unknown members too. Returns why it could not be written, in one sentence.
 */
export function writePreset(path: string, preset: Preset): string | undefined {
  const found = find(path);
  if (found !== undefined && 'why' in found) return found.why;
  const content = found?.text ?? EMPTY;
  const { usable, places, remarks } = presetsIn(path, content);
  if (!usable) return `nothing is written to a file that cannot be read: ${remarks.join('; ')}`;
  const old = places.find((one) => isSame(one.preset, preset));
  try {
    replace(path, withPreset(content, preset, old?.place), 0o666);
    return undefined;
  } catch (error) {
    return `${path} cannot be written: ${reason(error)}`;
  }
}

const EMPTY = '{\n  "version": 1,\n  "presets": []\n}\n';

/** What is wrong with a file of no version, or one that is not known. */
export const VERSION_SAYS = 'version: must be 1, which this program reads';

const MEMBERS: readonly string[] = ['version', 'presets', 'check', '$schema'];

/** The members of a file that stand for nothing, in sentences: most likely slips of the finger. */
export const unknownMembers = (path: string, value: Readonly<Record<string, unknown>>): readonly string[] =>
  Object.keys(value)
    .filter((name) => !MEMBERS.includes(name))
    .map((name) => {
      const near = closest(name, MEMBERS);
      const hint = near === undefined ? '' : `; did you mean ${near}?`;
      return `${path}: ${name} is unknown and ignored${hint}`;
    });

/** What a file has, each preset with its place in the list. */
interface Content {
  /** The file is one of presets, whatever may be wrong with some of them. */
  readonly usable: boolean;
  readonly places: readonly { readonly preset: Preset; readonly place: number }[];
  readonly remarks: readonly string[];
}

const text = z.string({ error: 'must be a string' });
const schema = z.object(
  {
    server: text,
    tool: text,
    label: text,
    arguments: z.record(z.string(), z.unknown(), { error: 'must be an object' }),
  },
  { error: 'must be an object' },
);

function presetsIn(path: string, content: string): Content {
  const parsed = parseJsonc(content);
  if ('problem' in parsed) {
    const { line, column, message } = parsed.problem;
    return unusable(`${path}:${line}:${column}: ${message}`);
  }
  if (!isObject(parsed.value)) return unusable(`${path} is not a JSON object`);
  const { version, presets = [] } = parsed.value;
  if (version !== 1) return unusable(`${path}: ${VERSION_SAYS}`);
  if (!Array.isArray(presets)) return unusable(`${path}: presets: must be an array`);
  const tree = parseTree(content, [], { allowTrailingComma: true });
  const remarks = [...unknownMembers(path, parsed.value)];
  const places = presets.flatMap((element: unknown, place) => {
    const { data, error } = schema.safeParse(element);
    for (const { path: inside, message } of error?.issues ?? [])
      remarks.push(`${path}: ${['presets', place, ...inside].map(String).join('.')}: ${message}`);
    const node = tree && findNodeAtLocation(tree, ['presets', place, 'arguments']);
    if (data === undefined || node === undefined) return [];
    const written = content.slice(node.offset, node.offset + node.length);
    return [{ preset: { ...data, arguments: withoutComments(written) }, place }];
  });
  return { usable: true, places, remarks: few(remarks) };
}

const unusable = (why: string): Content => ({ usable: false, places: [], remarks: [why] });

/** JSON with comments and trailing commas as JSON on one line, every other token as it is written. */
function withoutComments(jsonc: string): string {
  const scanner = createScanner(jsonc, true);
  const tokens: string[] = [];
  for (scanner.scan(); scanner.getTokenLength() > 0; scanner.scan()) {
    const token = jsonc.slice(scanner.getTokenOffset(), scanner.getTokenOffset() + scanner.getTokenLength());
    if ((token === '}' || token === ']') && tokens.at(-1) === ',') tokens.pop();
    tokens.push(token);
  }
  return tokens.join('');
}
