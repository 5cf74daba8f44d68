import * as z from 'zod';
import { isObject } from '../json/shape.ts';

/** A question that a config asks before a server is started (VS Code's `inputs`). */
export interface ConfigInput {
  readonly id: string;
  readonly description?: string;
  readonly default?: string;
  /** What is typed is not shown. */
  readonly password: boolean;
  /** The answers to choose from, if not any will do. */
  readonly options?: readonly string[];
}

const option = z.union([z.string(), z.object({ value: z.string() }).transform(({ value }) => value)]);
const input = z.object({
  id: z.string(),
  description: z.string().optional().catch(undefined),
  default: z.string().optional().catch(undefined),
  password: z.boolean().catch(false),
  options: z.array(option).min(1).optional().catch(undefined),
});

/** The questions of a config; one that cannot be read is asked by its id alone, when something needs it. */
export function readInputs(root: Readonly<Record<string, unknown>>): readonly ConfigInput[] {
  const mcp = root['mcp'];
  const lists = [root['inputs'], isObject(mcp) ? mcp['inputs'] : undefined];
  return lists
    .flatMap((list) => (Array.isArray(list) ? list : []))
    .flatMap((one: unknown) => {
      const { data } = input.safeParse(one);
      if (data === undefined) return [];
      const { id, password, description, default: otherwise, options } = data;
      return [
        {
          id,
          password,
          ...(description === undefined ? {} : { description }),
          ...(otherwise === undefined ? {} : { default: otherwise }),
          ...(options === undefined ? {} : { options }),
        },
      ];
    });
}
