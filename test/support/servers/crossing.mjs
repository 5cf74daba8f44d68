// @ts-check
// A server of 2025-11-25 that is right, and of which many clients take something otherwise than it is sent: a long name, a
// long description, a union at the root of a schema, an array without items, a result in two parts. Nothing of it changes
// from run to run.
import { createInterface } from 'node:readline';

const send = (/** @type {object} */ message) => console.log(JSON.stringify({ jsonrpc: '2.0', ...message }));

const SENTENCE =
  'Returns the customers whose name, address or notes hold the words of the query, the best match first. ';
/** 3,000 characters and a few. */
const LONG = `${SENTENCE.repeat(30)}Never call it twice.`;

const OBJECT = { type: 'object', additionalProperties: false };
const tools = [
  {
    name: 'search',
    title: 'Search customers',
    description: SENTENCE.trim(),
    inputSchema: { ...OBJECT, properties: { query: { type: 'string' } }, required: ['query'] },
    outputSchema: { type: 'object', properties: { hits: { type: 'integer' } } },
    annotations: { readOnlyHint: true },
  },
  {
    name: 'export_all_customers_of_a_region_with_their_orders_and_invoices_as_csv',
    description: LONG,
    inputSchema: {
      type: 'object',
      properties: { region: { type: 'string' }, customer: { type: 'string' } },
      anyOf: [{ required: ['region'] }, { required: ['customer'] }],
    },
    annotations: { readOnlyHint: true },
  },
  {
    name: 'tag.add',
    description: 'Adds tags to a customer.',
    inputSchema: {
      type: 'object',
      properties: { customer: { type: 'string' }, tags: { type: 'array' } },
      required: ['customer', 'tags'],
    },
  },
  {
    name: 'count',
    description: 'Counts the customers.',
    inputSchema: { type: 'object', properties: {} },
    annotations: { readOnlyHint: true },
  },
];

const TEXT = 'Two customers: Halley & Sons, Encke Ltd. Ask for their orders by number.';

/** @type {Readonly<Record<string, (params: any) => object>>} */
const answers = {
  initialize: () => ({
    protocolVersion: '2025-11-25',
    capabilities: { tools: {}, resources: {}, prompts: {} },
    serverInfo: { name: 'crm', version: '1.0.0' },
    instructions: SENTENCE.repeat(21).trim(),
  }),
  'tools/list': () => ({ tools }),
  'tools/call': ({ name }) =>
    name === 'search'
      ? {
          content: [{ type: 'text', text: TEXT }],
          structuredContent: { hits: 2, customers: ['Halley & Sons', 'Encke Ltd'] },
        }
      : { content: [{ type: 'text', text: `${name} is done` }] },
  'resources/list': () => ({ resources: [{ uri: 'crm://about', name: 'about' }] }),
  'resources/read': () => ({ contents: [{ uri: 'crm://about', text: 'A small CRM.' }] }),
  'resources/templates/list': () => ({ resourceTemplates: [] }),
  'prompts/list': () => ({ prompts: [{ name: 'greet' }] }),
  ping: () => ({}),
};

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) continue;
  const answer = answers[method];
  if (answer === undefined) send({ id, error: { code: -32601, message: `${method} is not known` } });
  else send({ id, result: answer(params) });
}
