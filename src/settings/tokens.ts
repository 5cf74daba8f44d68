import { createHash } from 'node:crypto';
import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { replace } from '../disk/write.ts';
import { tooDeepAt } from '../json/parse.ts';
import { isObject, type JsonObject } from '../json/shape.ts';
import { type Credentials, covers, type Vault } from '../session/authorization.ts';
import { isMissing, reason } from '../text/reason.ts';
import { urlOf } from '../text/url.ts';
import { find, setAside } from './file.ts';

/**
 * Keeps tokens in a folder (0700), a file (0600) for each authorization server and resource. A file that is not what it
 * should be is set aside, and one of a later version left alone; both are reported.
 *
 * @param now for the name of a file set aside
 */
export function createTokens(folder: string, now: () => Date): Vault {
  let remarks: string[] = [];

  /** All that is kept, the newest first. */
  const all = (): readonly Kept[] =>
    names(folder)
      .flatMap((name): Kept[] => {
        const path = join(folder, name);
        const read = readCredentials(path, now);
        if ('why' in read) remarks.push(read.why);
        return 'credentials' in read
          ? [{ path, credentials: read.credentials, written: writtenAt(path) }]
          : [];
      })
      .sort((a, b) => b.written - a.written);

  return {
    find: (url) => all().find(({ credentials }) => covers(credentials.resource, url))?.credentials,
    known: (issuer) => all().find(({ credentials }) => credentials.issuer === issuer)?.credentials,
    keep(credentials) {
      const path = join(folder, nameOf(credentials));
      try {
        replace(path, `${JSON.stringify({ version: 1, ...credentials }, undefined, 2)}\n`);
        return undefined;
      } catch (error) {
        return `${path} cannot be written: ${reason(error)}`;
      }
    },
    forget(url) {
      const found = all().filter(({ credentials }) => covers(credentials.resource, url));
      for (const { path } of found) {
        try {
          rmSync(path, { force: true });
        } catch (error) {
          remarks.push(`${path} cannot be removed: ${reason(error)}`);
        }
      }
      return found.length;
    },
    remarks() {
      const told = remarks;
      remarks = [];
      return told;
    },
  };
}

interface Kept {
  readonly path: string;
  readonly credentials: Credentials;
  /** ms since 1970. */
  readonly written: number;
}

function names(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith('.json'));
  } catch (error) {
    if (isMissing(error)) return [];
    return [];
  }
}

function writtenAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** The host of the resource, for people, and what tells it from all others. */
function nameOf({ issuer, resource }: Credentials): string {
  const host = urlOf(resource)?.host.replace(/[^\w.-]/g, '_') ?? 'server';
  const mark = createHash('sha256').update(`${issuer}\n${resource}`).digest('hex').slice(0, 16);
  return `${host}-${mark}.json`;
}

type Check = (value: unknown) => boolean;

const text: Check = (value) => typeof value === 'string';
const number: Check = (value) => typeof value === 'number';

/**
 * The members and what they may be; a `?` marks those that may be absent. By hand, since every remote server begins
 * with a look at what is kept.
 */
const CREDENTIALS = { issuer: text, resource: text, client: isObject, 'redirect?': text, tokens: isObject };
const CLIENT = {
  client_id: text,
  'client_secret?': text,
  'client_secret_expires_at?': number,
  'token_endpoint_auth_method?': text,
};
const TOKENS = {
  access_token: text,
  token_type: text,
  'refresh_token?': text,
  'scope?': text,
  'expires_in?': number,
};

/** The first member that is not as it should be. */
function oddIn(value: JsonObject, table: Readonly<Record<string, Check>>, place = ''): string | undefined {
  for (const [written, check] of Object.entries(table)) {
    const name = written.replace(/\?$/, '');
    const member = value[name];
    if (member === undefined ? name === written : !check(member)) return `${place}${name}`;
  }
  return undefined;
}

function oddPlace(value: unknown): string | undefined {
  if (!isObject(value)) return 'it';
  const { version, client, tokens } = value;
  if (version !== 1) return 'version';
  const odd = oddIn(value, CREDENTIALS);
  if (odd !== undefined) return odd;
  return oddIn(client as JsonObject, CLIENT, 'client.') ?? oddIn(tokens as JsonObject, TOKENS, 'tokens.');
}

type Read = { readonly credentials: Credentials } | { readonly why: string } | Record<string, never>;

function readCredentials(path: string, now: () => Date): Read {
  const found = find(path);
  if (found === undefined) return {};
  if ('why' in found) return { why: found.why };
  let value: unknown;
  if (tooDeepAt(found.text) !== undefined)
    return { why: `${path} holds no tokens; ${setAside(path, now())}` };
  try {
    value = JSON.parse(found.text);
  } catch {
    return { why: `${path} is not JSON; ${setAside(path, now())}` };
  }
  const { version } = (value ?? {}) as { readonly version?: unknown };
  if (typeof version === 'number' && version > 1)
    return { why: `${path} is of version ${version}, and this program reads version 1: update it` };
  const odd = oddPlace(value);
  if (odd !== undefined)
    return { why: `${path} holds no tokens: ${odd} is not valid; ${setAside(path, now())}` };
  const { version: _, ...credentials } = value as Credentials & { readonly version: 1 };
  return { credentials };
}
