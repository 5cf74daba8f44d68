// @ts-check
// The client that the conformance suite tests: our own session over HTTP, without a front end. The suite starts it once
// for each scenario, with the server's URL as the last argument and the rest in the environment.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseAnswers } from '../../src/cli/answers.ts';
import { createAnswerer } from '../../src/connection/answerer.ts';
import { systemClock } from '../../src/host/clock.ts';
import { openLive } from '../../src/host/live.ts';
import { redactorFor } from '../../src/session/redaction/redactor.ts';
import { remoteTarget } from '../../src/transport/target.ts';
import { visitPages } from './person.mjs';
import { scenarioFor } from './scenarios.mjs';

/** ms until it gives up by itself: less than the suite's own patience, so that it can say where it stood. */
const DEADLINE = 55_000;

const { MCP_CONFORMANCE_SCENARIO: name = '', MCP_CONFORMANCE_PROTOCOL_VERSION: revision = '' } = process.env;
const url = process.argv.at(-1) ?? '';
const context = JSON.parse(process.env['MCP_CONFORMANCE_CONTEXT'] ?? '{}');
const folder = mkdtempSync(join(tmpdir(), 'loupe-tokens-'));

const host = openLive({
  target: remoteTarget(url, { transport: 'http', headers: [], ca: undefined, insecure: false, env: {} }),
  connection: {
    client: { name: 'mcp-loupe', version: '0.1.0' },
    ...{ timeout: 45_000, maxTimeout: 45_000, connectTimeout: 45_000, rounds: 10, tasks: true },
    answerer: createAnswerer({
      roots: [{ uri: 'file:///workspace', name: 'workspace' }],
      rules: parseAnswers(
        '{"elicitation":[{"action":"accept"}],"sampling":[{"text":"an answer"}]}',
        'the rules',
        (sentence) => console.error(sentence),
      ),
      otherwise: 'refuse',
      ...{ elicitation: true, sampling: true },
    }),
    // Servers of this suite answer a probe of the other era with anything; real ones are asked which era they are of.
    ...(revision === '' || revision >= '2026' ? {} : { era: 'legacy' }),
  },
  authorization: {
    folder,
    ...clientIn(context),
    metadataUrl: 'https://conformance-test.local/client-metadata.json',
    ...{ consentTimeout: 40_000, proxyFor: () => undefined },
  },
  redactorFor,
  redact: true,
  checks: { spec: false, sdk: false },
  clock: systemClock,
  id: 'conformance',
});

visitPages(host);

const alarm = setTimeout(() => {
  console.error(`not done after ${DEADLINE} ms: ${JSON.stringify(host.store.state().running)}`);
  process.exit(1);
}, DEADLINE);

const outcome = await host.connection.connect();
if (outcome === 'failed') {
  console.error(host.store.state().why.join('\n'));
  process.exitCode = 1;
} else {
  await listed();
  // Some do not announce their tools; they are tested all the same.
  if (host.store.state().lists.tools.state === 'not announced') await host.connection.list('tools');
  await scenarioFor(name)(host, context);
}
await host.close();
clearTimeout(alarm);
rmSync(folder, { recursive: true });

/** Resolves when the tools are there: a connection is ready before, when they take long. */
function listed() {
  /** @type {Promise<void>} */
  const done = new Promise((resolve) => {
    const look = () => host.store.state().lists.tools.state !== 'loading' && resolve();
    host.store.subscribe(look);
    look();
  });
  return done;
}

/**
 * The client that a scenario has registered, and whether it asks for itself.
 * @param {{ client_id?: string, client_secret?: string, private_key_pem?: string }} given
 * @returns {{ grant: 'person' | 'client', client?: { id: string, secret?: string, key?: string } }}
 */
function clientIn({ client_id: id, client_secret: secret, private_key_pem: key }) {
  const grant = name.startsWith('auth/client-credentials') ? 'client' : 'person';
  if (id === undefined) return { grant };
  return { grant, client: { id, ...(secret && { secret }), ...(key && { key }) } };
}
