// @ts-check

/**
 * What a scenario has a client do once it is connected; the suite's own description of it is the requirement.
 * @typedef {(host: import('../../src/host/live.ts').LiveHost, context: { toolCalls?: Call[] }) => Promise<void>} Scenario
 * @typedef {{ name: string, arguments: Record<string, unknown> }} Call
 */

/** @type {Readonly<Record<string, Scenario>>} */
const SCENARIOS = {
  tools_call: (host) => callAll(host, () => ({ a: 5, b: 3 })),
  'http-custom-headers': async (host, { toolCalls = [] }) => {
    for (const params of toolCalls) await ask(host, 'tools/call', params);
  },
  'http-invalid-tool-headers': (host) => callAll(host, ({ properties = {} }) => filled(properties)),
  'http-standard-headers': readAll,
};

/**
 * The scenario with this name; of one that is not listed the server is asked for all it has, and its tools are called.
 * @param {string} name
 * @returns {Scenario}
 */
export function scenarioFor(name) {
  return SCENARIOS[name] ?? ((host) => callAll(host, () => ({})));
}

/**
 * Calls each tool once, as a person would down the list.
 * @param {import('../../src/host/live.ts').LiveHost} host
 * @param {(schema: { properties?: Record<string, { type?: unknown }> }) => object} argumentsFor
 */
async function callAll(host, argumentsFor) {
  for (const { name, raw } of host.store.state().lists.tools.items) {
    const schema = /** @type {{ inputSchema?: object }} */ (raw).inputSchema ?? {};
    await ask(host, 'tools/call', { name, arguments: argumentsFor(schema) });
  }
}

/**
 * Calls, reads and gets all that is listed.
 * @param {import('../../src/host/live.ts').LiveHost} host
 */
async function readAll(host) {
  await callAll(host, () => ({}));
  const { resources, prompts } = host.store.state().lists;
  for (const { name: uri } of resources.items) await ask(host, 'resources/read', { uri });
  for (const { name } of prompts.items) await ask(host, 'prompts/get', { name });
}

/** @param {Record<string, { type?: unknown }>} properties */
function filled(properties) {
  return Object.fromEntries(
    Object.entries(properties).map(([name, { type }]) => [name, type === 'string' ? 'value' : null]),
  );
}

/**
 * @param {import('../../src/host/live.ts').LiveHost} host
 * @param {string} method
 * @param {object} params
 */
async function ask({ connection }, method, params) {
  const outcome = await connection.request(method, params).done;
  console.log(method, JSON.stringify(outcome));
}
