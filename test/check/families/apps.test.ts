import { describe, expect, it } from 'vitest';
import { APPS } from '../../../src/check/families/apps.ts';
import { CLIENTS } from '../../../src/clients/clients.ts';
import { NOTHING_ANSWERED } from '../../../src/surface/answered.ts';
import { listingSurface } from '../../support/listing.ts';

const URI = 'ui://crm/view.html';
const TYPE = 'text/html;profile=mcp-app';

interface Server {
  /** `_meta` of the tool. */
  readonly meta?: object;
  /** What the contents of the view are, besides its URI and its type; nothing where it was not read. */
  readonly view?: object | undefined;
  readonly listed?: object;
  readonly result?: Readonly<Record<string, unknown>>;
}

function found({
  meta = { ui: { resourceUri: URI } },
  view = { text: '<p>Hi</p>' },
  listed,
  result,
}: Server) {
  const tool = { name: 'show', inputSchema: { type: 'object' }, _meta: meta };
  const surface = listingSurface(
    JSON.stringify({
      'tools/list': { tools: [tool, { ...tool, name: 'other' }] },
      'resources/list': { resources: listed === undefined ? [] : [{ uri: URI, name: 'view', ...listed }] },
    }),
  );
  const contents = 'why' in view ? { why: 'gone' } : { contents: [{ uri: URI, mimeType: TYPE, ...view }] };
  const results = result === undefined ? [] : [{ tool: 'show', arguments: {}, seq: 9, result, size: 1 }];
  const answered = {
    ...NOTHING_ANSWERED,
    ...{ results, contents: new Map(view === NOT_READ ? [] : [[URI, { seq: 1, ...contents }]]) },
  };
  return APPS.find({ surface, answered, server: 'crm', clients: CLIENTS }).filter(
    ({ item }) => item !== 'tool:other',
  );
}

const NOT_READ = {};
const html = (text: string) => ({ text });
const ui = (csp: object) => ({ _meta: { ui: { csp } } });

describe('apps', () => {
  it.each<[about: string, server: Server]>([
    ['as they should be', {}],
    ['that were not read', { view: NOT_READ }],
    ['as a blob', { view: { blob: Buffer.from('<p>é</p>').toString('base64') } }],
    ['named twice, for old hosts', { meta: { ui: { resourceUri: URI }, 'ui/resourceUri': URI } }],
    ['for the view alone', { meta: { ui: { resourceUri: URI, visibility: ['app'] } } }],
    [
      'with an origin that is allowed',
      {
        view: {
          ...html('<img src="https://a.example/b.png">'),
          ...ui({ resourceDomains: ['https://*.example'] }),
        },
      },
    ],
    [
      'with an origin that the list allows',
      {
        view: html('<img src="https://a.example/b.png">'),
        listed: { mimeType: TYPE, ...ui({ resourceDomains: ['https://a.example'] }) },
      },
    ],
    ['that read content as well', { view: html('<script>show(r.structuredContent ?? r.content)</script>') }],
    ['with a result that says something', { result: { content: [{ type: 'text', text: 'Three orders' }] } }],
    ['with a picture', { result: { content: [{ type: 'image', data: '', mimeType: 'image/png' }] } }],
  ])('says nothing of views %s', (_, server) => expect(found(server)).toEqual([]));

  it.each<[about: string, rule: string, message: RegExp, server: Server]>([
    [
      'that cannot be read',
      'apps/unreadable',
      /the view of show and 1 other tool \(ui:.*cannot be read: gone/,
      { view: { why: '' } },
    ],
    ['without contents', 'apps/unreadable', /no text and no blob/, { view: { mimeType: TYPE } }],
    ['with a broken blob', 'apps/unreadable', /not base64/, { view: { blob: '*' } }],
    ['of another type', 'apps/mime', /text\/html; hosts take/, { view: { text: '', mimeType: 'text/html' } }],
    [
      'of the type in another spelling',
      'apps/mime',
      /not written as/,
      { view: { text: '', mimeType: 'text/html; profile="mcp-app"' } },
    ],
    [
      'of another type by the list alone',
      'apps/mime',
      /text\/plain/,
      { view: NOT_READ, listed: { mimeType: 'text/plain' } },
    ],
    ['named as before', 'apps/flat-key', /deprecated/, { meta: { 'ui/resourceUri': URI } }],
    [
      'named in two ways',
      'apps/flat-key',
      /ui:\/\/b/,
      { meta: { ui: { resourceUri: URI }, 'ui/resourceUri': 'ui://b' } },
    ],
    [
      'under another scheme',
      'apps/scheme',
      /https:\/\/a.example/,
      { meta: { ui: { resourceUri: 'https://a.example' } } },
    ],
    [
      'that nobody may call',
      'apps/visibility',
      /empty/,
      { meta: { ui: { resourceUri: URI, visibility: [] } } },
    ],
    [
      'with another visibility',
      'apps/visibility',
      /"user"/,
      { meta: { ui: { resourceUri: URI, visibility: ['user'] } } },
    ],
    [
      'with an origin of another kind',
      'apps/origin',
      /connects? to https:\/\/a.example \(fetch\(\)\), which connectDomains/,
      {
        view: {
          ...html('<script>fetch("https://a.example")</script>'),
          ...ui({ resourceDomains: ['https://a.example'] }),
        },
      },
    ],
    [
      'with a frame',
      'apps/origin',
      /which frameDomains does not allow/,
      { view: html('<iframe src="//a.example"></iframe>') },
    ],
    ['with a plugin', 'apps/origin', /no plugins/, { view: html('<embed src="https://a.example/b.pdf">') }],
    [
      'with a result that says nothing',
      'apps/no-content',
      /without content/,
      { result: { content: [{ type: 'text', text: ' ' }], structuredContent: {} } },
    ],
  ])('tells of views %s', (_, rule, message, server) => {
    const [one, ...others] = found(server);
    expect(one).toMatchObject({ rule, item: 'tool:show', message: expect.stringMatching(message) });
    expect(others).toEqual([]);
  });

  it('tells which client does not give a view what it reads', () => {
    expect(found({ view: html('<script>show(r.structuredContent)</script>') })).toMatchObject([
      {
        rule: 'apps/needs-structured',
        client: 'claude-desktop',
        source: 'modelcontextprotocol/ext-apps#696',
      },
    ]);
  });
});
