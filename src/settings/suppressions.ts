import * as z from 'zod';
import { parseJsonc } from '../json/jsonc.ts';
import { isObject } from '../json/shape.ts';
import { closest } from '../text/suggest.ts';
import { projectFile, unknownMembers, VERSION_SAYS } from './presets.ts';

/** The findings of `check` that a project knows and accepts. */
export interface SuppressionFile {
  readonly path: string;
  /** Each with its place in the list. */
  readonly rows: readonly (z.infer<typeof schema> & { readonly place: number })[];
  /** What is wrong with the file or a row, in sentences that name the place. */
  readonly problems: readonly string[];
  /** What is odd about the rest of the file. */
  readonly remarks: readonly string[];
}

const text = z.string({ error: 'must be a string' });
const schema = z.object(
  {
    rule: text,
    item: text,
    client: text.optional(),
    reason: z
      .string({ error: 'is missing: a suppression says why' })
      .regex(/\S/, { error: 'is empty: a suppression says why' }),
  },
  { error: 'must be an object' },
);

/** The properties of a row. */
const KNOWN = Object.keys(schema.shape);

/** Reads `check` in the nearest `.mcp-loupe.json` from a folder upwards. Never throws; what is not there suppresses nothing. */
export function readSuppressions(folder: string): SuppressionFile {
  const { path, found } = projectFile(folder);
  const nothing = { path, rows: [], problems: [], remarks: [] };
  if (found === undefined) return nothing;
  if ('why' in found) return { ...nothing, problems: [found.why] };
  const parsed = parseJsonc(found.text);
  if ('problem' in parsed) {
    const { line, column, message } = parsed.problem;
    return { ...nothing, problems: [`${path}:${line}:${column}: ${message}`] };
  }
  if (!isObject(parsed.value)) return { ...nothing, problems: [`${path} is not a JSON object`] };
  const { version, check } = parsed.value;
  const remarks = unknownMembers(path, parsed.value);
  const wrong = version === 1 ? [] : [`${path}: ${VERSION_SAYS}`];
  // A file of presets alone suppresses nothing, whatever is wrong with it.
  if (check === undefined) return { ...nothing, remarks: [...wrong, ...remarks] };
  if (!Array.isArray(check))
    return { ...nothing, remarks, problems: [...wrong, `${path}: check: must be an array`] };
  const problems = [...wrong];
  const rows = check.flatMap((element: unknown, place) => {
    const { data, error } = schema.safeParse(element);
    for (const { path: inside, message } of error?.issues ?? [])
      problems.push(`${path}: ${['check', place, ...inside].map(String).join('.')}: ${message}`);
    for (const name of isObject(element) ? Object.keys(element) : []) {
      // What is left out of a row makes it wider.
      if (KNOWN.includes(name)) continue;
      const near = closest(name, KNOWN);
      const hint = near === undefined ? `it has ${KNOWN.join(', ')}` : `did you mean ${near}?`;
      problems.push(`${path}: check.${place}.${name}: is not a property of a suppression; ${hint}`);
    }
    return data === undefined ? [] : [{ ...data, place }];
  });
  return { path, rows, problems, remarks };
}
