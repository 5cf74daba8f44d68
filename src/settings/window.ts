import * as z from 'zod';
import { replace } from '../disk/write.ts';
import { parseJsonc } from '../json/jsonc.ts';
import { reason } from '../text/reason.ts';
import { find, setAside } from './file.ts';

const schema = z.object({
  version: z.literal(1),
  dock: z.boolean(),
  dockSize: z.enum(['usual', 'third', 'half']),
  exchanges: z.boolean().optional(),
  screens: z.array(z.object({ target: z.string(), screen: z.string() })),
});

/** How the window was left: `window.json` (docs/settings.md). */
export interface WindowState {
  /** Whether the traffic dock was shown, and how tall it was. */
  readonly dock: boolean;
  readonly dockSize: 'usual' | 'third' | 'half';
  /** Whether the traffic was shown by exchange. */
  readonly exchanges?: boolean | undefined;
  /** The screen last used with each server, by its command line or address without secrets; the newest last. */
  readonly screens: readonly { readonly target: string; readonly screen: string }[];
}

/** The window as it was left, and what the person should know of the file, in sentences. */
export interface ReadWindow {
  readonly window?: WindowState;
  readonly remarks: readonly string[];
}

/** Servers of which the screen is remembered. */
const MOST = 200;

/** Reads `window.json`. A file that is not as it should be is set aside; one of a later version left alone. Never throws. */
export function readWindow(path: string, now: Date): ReadWindow {
  const found = find(path);
  if (found === undefined) return { remarks: [] };
  if ('why' in found) return { remarks: [found.why] };
  const parsed = parseJsonc(found.text);
  const value = 'problem' in parsed ? undefined : parsed.value;
  const { data } = schema.safeParse(value);
  if (data !== undefined) return { window: data, remarks: [] };
  if (isLater(value)) return { remarks: [`${path} is of a later version: it is not used`] };
  return { remarks: [`${path} is not valid; ${setAside(path, now)}`] };
}

/**
 * Writes how the window was left, what was remembered of other servers beside it, at once. Returns why it could not,
 * in one sentence. Never throws.
 *
 * @param target the command line or address of the server, without secrets; nothing is remembered of it without
 */
export function keepWindow(
  path: string,
  { dock, dockSize, exchanges }: Omit<WindowState, 'screens'>,
  used: { readonly target: string; readonly screen: string } | undefined,
): string | undefined {
  const { window, remarks } = readWindow(path, new Date());
  if (window === undefined && remarks.length > 0) return remarks.join('; ');
  const others = (window?.screens ?? []).filter(({ target }) => target !== used?.target);
  const screens = [...others, ...(used === undefined ? [] : [used])].slice(-MOST);
  try {
    replace(path, `${JSON.stringify({ version: 1, dock, dockSize, exchanges, screens }, null, 2)}\n`);
    return undefined;
  } catch (error) {
    return `${path} cannot be written: ${reason(error)}`;
  }
}

const isLater = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'version' in value && Number(value.version) > 1;
