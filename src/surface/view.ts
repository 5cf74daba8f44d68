import { isObject, type JsonObject } from '../json/shape.ts';
import { base64Bytes } from '../text/base64.ts';

/** The members of `_meta.ui.csp`, and what their origins are for. */
export const ORIGIN_KINDS = {
  connectDomains: 'connect',
  resourceDomains: 'resources',
  frameDomains: 'frames',
  baseUriDomains: 'base URI',
} as const;

/** A member of `_meta.ui.csp`. */
export type OriginKind = keyof typeof ORIGIN_KINDS;

/** A view as it was read. */
export interface AppView {
  readonly mimeType?: string;
  /** Its document; absent where it is no text, or no base64 of one. */
  readonly html?: string;
  /** Bytes of the document. */
  readonly size: number;
  /** The origins that its policy allows, as sent. */
  readonly origins: Readonly<Record<OriginKind, readonly string[]>>;
  /** What it asks the host to permit: `camera`. */
  readonly permissions: readonly string[];
  /** The origin that it wants to be served from. */
  readonly domain?: string;
}

/**
 * A view as `resources/read` returned it; undefined where its contents have no text.
 *
 * @param listed the resource as it is listed: what the contents do not say is taken from there
 */
export function viewOf(uri: string, contents: readonly unknown[], listed?: unknown): AppView | undefined {
  const parts = contents.filter(isObject);
  const part = parts.find((one) => one['uri'] === uri) ?? parts[0];
  if (part === undefined) return undefined;
  const { text, blob, mimeType } = part;
  const html = typeof text === 'string' ? text : typeof blob === 'string' ? decoded(blob) : undefined;
  if (html === undefined && typeof blob !== 'string') return undefined;
  const ui = { ...uiOf(listed), ...uiOf(part) };
  const csp = isObject(ui['csp']) ? ui['csp'] : {};
  const { permissions, domain } = ui;
  return {
    ...(typeof mimeType === 'string' ? { mimeType } : {}),
    ...(html === undefined ? {} : { html }),
    size: typeof blob === 'string' ? base64Bytes(blob) : new TextEncoder().encode(html).length,
    origins: {
      connectDomains: texts(csp['connectDomains']),
      resourceDomains: texts(csp['resourceDomains']),
      frameDomains: texts(csp['frameDomains']),
      baseUriDomains: texts(csp['baseUriDomains']),
    },
    permissions: isObject(permissions) ? Object.keys(permissions) : texts(permissions),
    ...(typeof domain === 'string' ? { domain } : {}),
  };
}

function uiOf(value: unknown): JsonObject {
  const meta = isObject(value) ? value['_meta'] : undefined;
  return isObject(meta) && isObject(meta['ui']) ? meta['ui'] : {};
}

const texts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

/** The text of a blob (UTF-8); undefined where it is no base64. */
function decoded(blob: string): string | undefined {
  try {
    const bytes = Uint8Array.from(atob(blob), (one) => one.charCodeAt(0));
    return new TextDecoder().decode(bytes);
  } catch {
    return undefined;
  }
}
