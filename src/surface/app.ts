import { isObject } from '../json/shape.ts';

/** The extension by which a client says that it shows views (MCP Apps, SEP-1865). */
export const APPS_EXTENSION = 'io.modelcontextprotocol/ui';

/** The media type of a view (ext-apps, 2026-01-26, UI Resource Format). Hosts compare it as a text. */
export const APP_TYPE = 'text/html;profile=mcp-app';

/** What a tool says of its view and of who may call it (ext-apps, 2026-01-26: `_meta.ui`). */
export interface App {
  /** The resource that shows its results; absent where it only says who may call it. */
  readonly uri?: string;
  /** The deprecated `_meta["ui/resourceUri"]`, where there is one. */
  readonly flat?: string;
  /** That alone names it. */
  readonly isFlat?: true;
  /** Who may call it, as sent; of both when it does not say. */
  readonly visibility: readonly unknown[];
}

/** What a tool says of its view; undefined for one that says nothing. */
export function appOf(tool: unknown): App | undefined {
  const meta = isObject(tool) ? tool['_meta'] : undefined;
  if (!isObject(meta)) return undefined;
  const ui = isObject(meta['ui']) ? meta['ui'] : undefined;
  const [own, flat] = [ui?.['resourceUri'], meta['ui/resourceUri']];
  const uri = typeof own === 'string' ? own : flat;
  if (ui === undefined && typeof flat !== 'string') return undefined;
  const visibility = ui?.['visibility'];
  return {
    ...(typeof uri === 'string' ? { uri } : {}),
    ...(typeof flat === 'string' ? { flat } : {}),
    ...(typeof flat === 'string' && typeof own !== 'string' ? { isFlat: true } : {}),
    visibility: Array.isArray(visibility) ? visibility : ['model', 'app'],
  };
}

/** Whether the model may not call a tool, since it is there for its view alone. */
export const isAppOnly = (tool: unknown): boolean => appOf(tool)?.visibility.includes('model') === false;
