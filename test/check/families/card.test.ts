import { describe, expect, it } from 'vitest';
import { CARD } from '../../../src/check/families/card.ts';
import { NOTHING_ANSWERED, type ServerDocument } from '../../../src/surface/answered.ts';
import { listingSurface } from '../../support/listing.ts';

const surface = listingSurface(
  JSON.stringify({
    initialize: {
      protocolVersion: '2025-11-25',
      capabilities: { tools: {} },
      serverInfo: { name: 'weather', version: '1.2.0', title: 'Weather' },
    },
    'tools/list': { tools: [{ name: 'forecast', inputSchema: { type: 'object' } }] },
  }),
);
const CARD_OF = {
  $schema: 'https://static.modelcontextprotocol.io/schemas/v2/server-card.schema.json',
  name: 'com.example/weather',
  version: '1.2.0',
  title: 'Weather',
  description: 'Forecasts',
  remotes: [
    { type: 'streamable-http', url: 'https://a.example/mcp', supportedProtocolVersions: ['2025-11-25'] },
  ],
};
const AT = { url: 'https://a.example/mcp', transport: 'http' };

const rules = (
  value: unknown,
  more: Partial<ServerDocument> = { at: AT },
  kind: ServerDocument['kind'] = 'server card',
) =>
  CARD.find({
    ...{ surface, server: 'weather', clients: [] },
    answered: { ...NOTHING_ANSWERED, documents: [{ kind, from: 'server.json', value, ...more }] },
  }).map(({ rule, message }) => `${rule}: ${message}`);

const remote = (url: string, type = 'streamable-http') => ({ ...CARD_OF, remotes: [{ type, url }] });

describe('card', () => {
  it.each<[about: string, value: object, more?: Partial<ServerDocument>, kind?: ServerDocument['kind']]>([
    ['as the draft has it', CARD_OF],
    ['with a name in another spelling', { ...CARD_OF, name: 'com.example/Weather' }],
    ['with a variable in its address', remote('https://{region}.example/{tenant}')],
    ['with a slash more', remote('https://a.example/mcp/')],
    [
      'as it was before',
      {
        serverInfo: { name: 'weather', version: '1.2.0' },
        description: 'Forecasts',
        protocolVersion: '2025-11-25',
        transport: { type: 'streamable-http', endpoint: '/mcp' },
        capabilities: { tools: true, prompts: false },
        tools: [{ name: 'forecast' }],
        resources: ['dynamic'],
      },
    ],
    [
      'of a registry, with a package',
      { ...CARD_OF, remotes: undefined, packages: [{ transport: { type: 'stdio' } }] },
      {},
      'registry entry',
    ],
    ['of a registry, without remotes', { ...CARD_OF, remotes: undefined }, { at: AT }, 'registry entry'],
  ])('says nothing of one %s', (_, value, more, kind) => expect(rules(value, more, kind)).toEqual([]));

  it.each<
    [
      about: string,
      found: RegExp,
      value: unknown,
      more?: Partial<ServerDocument>,
      kind?: ServerDocument['kind'],
    ]
  >([
    ['that is no object', /^card\/form: the server card \(server.json\) is not a JSON object/, []],
    [
      'without a schema',
      /card\/form: .*has no \$schema/,
      { ...CARD_OF, $schema: undefined },
      {},
      'registry entry',
    ],
    ['with a bare name', /card\/form: .*not written as/, { ...CARD_OF, name: 'weather' }],
    ['with a range', /card\/form: .*range/, { ...CARD_OF, version: '^1.2.0' }],
    [
      'of another server',
      /card\/name: .*com.example\/sea, but the server calls itself weather/,
      { ...CARD_OF, name: 'com.example/sea' },
    ],
    [
      'of another version',
      /card\/version: .*1.1.0, but the server says 1.2.0/,
      { ...CARD_OF, version: '1.1.0' },
    ],
    ['with another title', /card\/text: .*another title/, { ...CARD_OF, title: 'Sea' }],
    [
      'with another address',
      /card\/remote: .*does not name https:\/\/a.example\/mcp, but https:\/\/b.example/,
      remote('https://b.example/mcp'),
    ],
    ['with another transport', /card\/remote: .*says sse/, remote('https://a.example/mcp', 'sse')],
    ['without an address', /card\/remote: .*no remote/, { ...CARD_OF, remotes: [] }],
    [
      'with packages for others',
      /card\/remote: .*over stdio/,
      { ...CARD_OF, packages: [{ transport: { type: 'sse' } }] },
      {},
      'registry entry',
    ],
    [
      'of other revisions',
      /card\/revision: .*2026-07-28, but the server speaks 2025-11-25/,
      { ...CARD_OF, remotes: [{ ...CARD_OF.remotes[0], supportedProtocolVersions: ['2026-07-28'] }] },
    ],
    [
      'with a capability more',
      /card\/capability: .*says prompts, but the server does not declare them/,
      { ...CARD_OF, capabilities: { prompts: {} } },
    ],
    [
      'with a tool more',
      /card\/list: .*lists gone/,
      { ...CARD_OF, tools: [{ name: 'forecast' }, { name: 'gone' }] },
    ],
    ['with a tool less', /card\/list: .*does not list forecast/, { ...CARD_OF, tools: [] }],
  ])('tells of one %s', (_, found, value, more, kind) => {
    const told = rules(value, more, kind);
    expect(told.join('\n')).toMatch(found);
    if (!found.source.includes('range')) expect(told).toHaveLength(1);
  });

  it('does not take long over an address of variables', () => {
    expect(rules(remote('{a}'.repeat(10_000)))).toHaveLength(0);
    expect(rules(remote(`${'{a}x'.repeat(10_000)}`))).toHaveLength(1);
  });
});
