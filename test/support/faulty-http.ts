import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import type { RequestOptions } from '../../src/connection/call.ts';
import { systemClock } from '../../src/host/clock.ts';
import { type LiveHost, openLive } from '../../src/host/live.ts';
import type { Entry, HttpEntry } from '../../src/session/frame.ts';
import { redactorFor } from '../../src/session/redaction/redactor.ts';
import type { HttpTarget } from '../../src/session/target.ts';
import { remoteTarget } from '../../src/transport/target.ts';
import { seenAt } from './http-server.ts';
import { nobody } from './nobody.ts';
import { serveFaultyHttp } from './servers/faulty-http.ts';

interface How extends Partial<HttpTarget> {
  readonly retryCalls?: boolean;
  readonly connectTimeout?: number;
}

/** The faulty server as long as the tests of a file run, and hosts on it as long as each. */
export function faultyHttp() {
  let server: Awaited<ReturnType<typeof serveFaultyHttp>>;
  beforeAll(async () => {
    server = await serveFaultyHttp();
  });
  afterAll(() => server.close());

  const open: LiveHost[] = [];
  afterEach(async () => {
    await Promise.all(open.splice(0).map((host) => host.close()));
  });

  /** A host on the faulty server at a path. */
  function hostAt(
    path: string,
    { retryCalls = false, connectTimeout = 20_000, ...target }: How = {},
  ): LiveHost {
    const parsed = remoteTarget(server.base + path, {
      ...{ transport: undefined, headers: [], ca: undefined, insecure: false, env: {} },
    });
    const host = openLive({
      target: { ...parsed, ...target },
      connection: {
        client: { name: 'test', version: '0' },
        era: 'legacy',
        ...{
          timeout: 20_000,
          retryCalls,
          maxTimeout: 60_000,
          connectTimeout,
          answerer: nobody,
          rounds: 10,
          tasks: true,
        },
      },
      record: { path: join(mkdtempSync(join(tmpdir(), 'loupe-')), 'live.mcp.jsonl'), overwrite: false },
      checks: { spec: false, sdk: false },
      redactorFor,
      redact: true,
      clock: systemClock,
      id: 'test',
    });
    open.push(host);
    return host;
  }

  const seen = (path: string) => seenAt(server, path);
  return { hostAt, seen, base: () => server.base };
}

/** What every other call comes to. */
export const DONE = { kind: 'result', result: { content: [{ text: 'done' }] } };
/** A call that got no answer, for a reason. */
export const lost = (why: string | RegExp) => ({ kind: 'closed', why: expect.stringMatching(why) });

export const state = (host: LiveHost) => host.store.state();
export const rules = (host: LiveHost) => state(host).findings.map((finding) => finding.rule);
export const call = (host: LiveHost, how: RequestOptions = {}) =>
  host.connection.request('tools/call', { name: 'echo', arguments: {} }, how).done;

/** Everything on record. */
export function entries(host: LiveHost): readonly Entry[] {
  return Array.from({ length: host.log.length - 1 }, (_, at) => host.log.entry(at + 1)).filter(
    (entry) => entry !== undefined,
  );
}

/** What of it is about HTTP. */
export const http = (host: LiveHost): readonly HttpEntry[] =>
  entries(host).filter((entry) => entry.type === 'http');
