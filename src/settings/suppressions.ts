import * as z from 'zod';
import { parseJsonc } from '../json/jsonc.ts';
import { isObject } from '../json/shape.ts';
import { projectFile } from './presets.ts';

/** The findings of `check` that a project knows and accepts. */
export interface SuppressionFile {
  readonly path: string;
  /** Each with its place in the list. */
  readonly rows: readonly (z.infer<typeof schema> & { readonly place: number })[];
  /** What is wrong with the file or a row, in sentences that name the place. */
  readonly problems: readonly string[];
}

const text = z.string({ error: 'must be a string' });
const schema = z.object(
  {
    rule: text,
    item: text,
    reason: z
      .string({ error: 'is missing: a suppression says why' })
      .regex(/\S/, { error: 'is empty: a suppression says why' }),
  },
  { error: 'must be an object' },
);

/** Reads `check` in the nearest `.mcp-loupe.json` from a folder upwards. Never throws; what is not there suppresses nothing. */
export function readSuppressions(folder: string): SuppressionFile {
  const { path, found } = projectFile(folder);
  const nothing = { path, rows: [], problems: [] };
  if (found === undefined) return nothing;
  if ('why' in found) return { ...nothing, problems: [found.why] };
  const parsed = parseJsonc(found.text);
  if ('problem' in parsed) {
    const { line, column, message } = parsed.problem;
    return { ...nothing, problems: [`${path}:${line}:${column}: ${message}`] };
  }
  const check = isObject(parsed.value) ? parsed.value['check'] : undefined;
  if (check === undefined) return nothing;
  if (!Array.isArray(check)) return { ...nothing, problems: [`${path}: check: must be an array`] };
  const problems: string[] = [];
  const rows = check.flatMap((element: unknown, place) => {
    const { data, error } = schema.safeParse(element);
    for (const { path: inside, message } of error?.issues ?? [])
      problems.push(`${path}: ${['check', place, ...inside].map(String).join('.')}: ${message}`);
    return data === undefined ? [] : [{ ...data, place }];
  });
  return { path, rows, problems };
}
