import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { SKILLS } from '../../../src/check/families/skills.ts';
import { NOTHING_ANSWERED } from '../../../src/surface/answered.ts';
import { listingSurface } from '../../support/listing.ts';

const URI = 'skill://crm/refunds/SKILL.md';
const TEXT = '---\nname: refunds\ndescription: How.\n---\n\nAsk first.\n';
const hash = (text: string, as: 'hex' | 'base64' = 'hex') => createHash('sha256').update(text).digest(as);
const file = (text = TEXT, uri = URI) => ({
  uri,
  digest: `sha256:${hash(text)}`,
  size: Buffer.byteLength(text),
});
const entry = (more: object = {}) => ({
  uri: URI,
  frontmatter: { name: 'refunds', description: 'How.' },
  resources: [file()],
  ...more,
});

interface Server {
  readonly skills?: readonly object[];
  readonly contents?: Readonly<Record<string, object>>;
  readonly got?: Readonly<Record<string, object>>;
  readonly capabilities?: object;
}

function rules({
  skills = [entry()],
  contents = { [URI]: { text: TEXT } },
  got = {},
  capabilities = { resources: {} },
}: Server) {
  const surface = listingSurface(
    JSON.stringify({
      initialize: { capabilities: { ...capabilities, extensions: { 'io.modelcontextprotocol/skills': {} } } },
      'skills/list': { skills },
    }),
  );
  const answered = {
    ...NOTHING_ANSWERED,
    contents: new Map(
      Object.entries(contents).map(([uri, one]) => [
        uri,
        { seq: 1, ...('why' in one ? { why: 'gone' } : { contents: [{ uri, ...one }] }) },
      ]),
    ),
    skills: new Map(Object.entries(got).map(([uri, one]) => [uri, { seq: 1, ...one }])),
  };
  return SKILLS.find({ surface, answered, server: 'crm', clients: [] }).map(
    ({ rule, item, message }) => `${rule} ${item}: ${message}`,
  );
}

const CRLF = TEXT.replaceAll('\n', '\r\n');

describe('skills', () => {
  it.each<[about: string, server: Server]>([
    ['as they should be', {}],
    ['with the same entry by skills/get', { got: { [URI]: { skill: entry() } } }],
    ['that were not read', { contents: {} }],
    ['as a blob', { contents: { [URI]: { blob: Buffer.from(TEXT).toString('base64') } } }],
    [
      'with the line ends of Windows',
      { skills: [entry({ resources: [file(CRLF)] })], contents: { [URI]: { text: CRLF } } },
    ],
    ['that are generated', { skills: [entry({ resources: 'dynamic' })] }],
    [
      'of another scheme',
      { skills: [entry({ uri: 'github://o/r/refunds/SKILL.md', resources: 'dynamic' })] },
    ],
  ])('says nothing of skills %s', (_, server) => expect(rules(server)).toEqual([]));

  it.each<[about: string, found: RegExp, server: Server]>([
    [
      'another text',
      /^skills\/digest skill:refunds: .*is not what its digest says/,
      { contents: { [URI]: { text: TEXT.replace('first', 'later') } } },
    ],
    ['other line ends', /skills\/digest .*other line ends/, { contents: { [URI]: { text: CRLF } } }],
    [
      'another size',
      /skills\/size .*has 52 bytes, and its entry says 7/,
      { skills: [entry({ resources: [{ ...file(), size: 7 }] })] },
    ],
    [
      'an upper case digest',
      /skills\/digest-form .*the right digest/,
      { skills: [entry({ resources: [{ ...file(), digest: `sha256:${hash(TEXT).toUpperCase()}` }] })] },
    ],
    [
      'a digest as browsers have it',
      /skills\/digest-form .*the right digest/,
      { skills: [entry({ resources: [{ ...file(), digest: `sha256-${hash(TEXT, 'base64')}` }] })] },
    ],
    [
      'a wrong digest in another spelling',
      /skills\/digest .*is not what/,
      { skills: [entry({ resources: [{ ...file(), digest: `SHA256:${hash('x')}` }] })] },
    ],
    [
      'another kind of digest',
      /skills\/digest-form .*other than sha256/,
      { skills: [entry({ resources: [{ ...file(), digest: 'md5:abc' }] })] },
    ],
    [
      'other frontmatter',
      /skills\/frontmatter .*another frontmatter than its entry: description/,
      { skills: [entry({ frontmatter: { name: 'refunds', description: 'Why.' } })] },
    ],
    [
      'no frontmatter',
      /skills\/no-frontmatter/,
      { skills: [entry({ resources: [file('# A')] })], contents: { [URI]: { text: '# A' } } },
    ],
    [
      'a file that is gone',
      /skills\/unreadable .*SKILL.md of refunds cannot be read: gone/,
      { contents: { [URI]: { why: 'gone' } } },
    ],
    [
      'a generated file that is gone',
      /skills\/unreadable/,
      { skills: [entry({ resources: 'dynamic' })], contents: { [URI]: { why: 'gone' } } },
    ],
    [
      'another name than its folder',
      /skills\/name .*lies in the folder returns/,
      { skills: [entry({ uri: 'skill://returns/SKILL.md', resources: 'dynamic' })], contents: {} },
    ],
    [
      'a name with capitals',
      /skills\/name .*not a name/,
      { skills: [entry({ frontmatter: { name: 'Refunds', description: 'How.' } })], contents: {} },
    ],
    ['no list of files', /skills\/files .*neither/, { skills: [entry({ resources: undefined })] }],
    [
      'a list without itself',
      /skills\/files .*do not list its SKILL.md/,
      { skills: [entry({ resources: [] })] },
    ],
    [
      'a file of elsewhere',
      /skills\/files .*outside of its folder/,
      { skills: [entry({ resources: [file(), file(TEXT, 'skill://crm/other/A.md')] })] },
    ],
    ['a file twice', /skills\/files .*twice/, { skills: [entry({ resources: [file(), file()] })] }],
    [
      'more than hosts take',
      /skills\/limits/,
      {
        skills: [
          entry({ resources: [file(), { ...file(TEXT, 'skill://crm/refunds/a.bin'), size: 2 ** 25 }] }),
        ],
      },
    ],
    ['no answer to skills/get', /skills\/not-served .*gone/, { got: { [URI]: { why: 'gone' } } }],
    [
      'another entry by skills/get',
      /skills\/entries-differ .*: resources/,
      { got: { [URI]: { skill: entry({ resources: 'dynamic' }) } } },
    ],
    ['no resources', /^skills\/no-resources server/, { capabilities: {} }],
  ])('tells of %s', (_, found, server) => {
    const told = rules(server);
    expect(told.join('\n')).toMatch(found);
    expect(told).toHaveLength(1);
  });

  it('tells two skills of one name apart by their URIs', () => {
    const other = entry({ uri: 'skill://shop/refunds/SKILL.md', resources: [] });
    expect(rules({ skills: [entry(), other], contents: {} })).toEqual([
      expect.stringMatching(/^skills\/files skill:skill:\/\/shop\/refunds\/SKILL.md/),
    ]);
  });
});
