import { describe, expect, it } from 'vitest';
import { readPage } from '../../../src/spec/check/list.ts';
import type { ListName } from '../../../src/spec/methods.ts';

const read = (list: ListName, result: unknown, seen: readonly string[] = [], names: readonly string[] = []) =>
  readPage(list, result, { seq: 5, seen, names: new Set(names), era: 'legacy' });

const good = { name: 'ok', inputSchema: { type: 'object' } };

describe('a page of tools', () => {
  const bad: readonly (readonly [name: string, tool: unknown, problem: RegExp])[] = [
    ['no object', 7, /is a number/],
    ['no name', { inputSchema: { type: 'object' } }, /name is missing/],
    ['a name that is a number', { ...good, name: 42 }, /name is a number/],
    ['no schema', { name: 'bad' }, /inputSchema is missing/],
    ['a null schema', { name: 'bad', inputSchema: null }, /inputSchema is null/],
    ['a schema that is true', { name: 'bad', inputSchema: true }, /inputSchema is a boolean/],
    ['a schema without type', { name: 'bad', inputSchema: {} }, /no "type": "object"/],
    ['a schema of another type', { name: 'bad', inputSchema: { type: 'string' } }, /type is "string"/],
    [
      'a list of types',
      { name: 'bad', inputSchema: { type: ['object', 'null'] } },
      /type is \["object","null"\]/,
    ],
    ['required null', { name: 'bad', inputSchema: { type: 'object', required: null } }, /required is null/],
    [
      'a property of no type',
      { name: 'bad', inputSchema: { type: 'object', properties: { a: { type: 'nope' } } } },
      /"nope"/,
    ],
    ['a description that is null', { ...good, name: 'bad', description: null }, /description is null/],
    ['a description that is a number', { ...good, name: 'bad', description: 3 }, /description is a number/],
    ['annotations that are null', { ...good, name: 'bad', annotations: null }, /annotations is null/],
    [
      'an output schema of type array',
      { ...good, name: 'bad', outputSchema: { type: 'array' } },
      /outputSchema.type is "array"/,
    ],
  ];
  it.each(bad)('lists the good tool beside one with %s, which says why', (_, tool, problem) => {
    const page = read('tools', { tools: [{ ...good }, tool] });
    expect(page.items).toHaveLength(2);
    expect(page.items[0]?.problems).toEqual([]);
    expect(page.items[1]?.problems.join()).toMatch(problem);
    expect(page.items[1]?.raw).toBe(tool);
    expect(page.findings[0]).toMatchObject({
      rule: 'list/bad-item',
      path: expect.stringMatching(/^\/result\/tools\/1(?:\/|$)/),
      message: expect.stringMatching(problem),
    });
  });

  it.each([
    [[], 'tools bad, number 3 of the list (no name): inputSchema is missing'],
    [['a'], 'tools bad, number 3 of page 2 (no name): inputSchema is missing'],
  ])('tells of a tool without a name which one it is, after pages %j', (seen, said) => {
    const { findings } = read('tools', { tools: [good, { name: 'bad' }, { name: '' }] }, seen);
    expect(findings.map(({ message }) => message)).toContain(said);
  });

  it('tells a flaw of many tools once, and all flaws of each', () => {
    const flawed = (name: string) => ({ name, title: null, icons: null, inputSchema: { type: 'string' } });
    const tools = [...'abcde'].map(flawed);
    const { items, findings } = read('tools', { tools: [good, ...tools, { ...good, name: 'x', title: 1 }] });
    expect(findings.map(({ path, message }) => [path, message])).toEqual([
      ['/result/tools/1/title', '5 tools (a, b, c and 2 more): null instead of left out: title, icons'],
      [
        '/result/tools/1/inputSchema',
        '5 tools (a, b, c and 2 more): inputSchema.type is "string"; it must be "object"',
      ],
      ['/result/tools/6/title', 'tool x: title is a number; it must be text'],
    ]);
    expect(items[2]?.problems).toEqual([
      'null instead of left out: title, icons',
      'inputSchema.type is "string"; it must be "object"',
    ]);
  });

  it('tells of a choice among nothing with a word of its own', () => {
    const inputSchema = { type: 'object', properties: { a: { enum: [] } } };
    expect(read('tools', { tools: [{ name: 'a', inputSchema }] }).findings).toMatchObject([
      {
        rule: 'tool/no-value',
        message: 'tool a: inputSchema.properties.a.enum is an empty list, so no value is valid',
      },
    ]);
  });

  it.each([
    ['a b', 'uri has no scheme'],
    [
      'memory__memory://a',
      'uri has the scheme "memory__memory:"; a scheme is a letter, then letters, digits, +, . and -',
    ],
  ])('says what is wrong with the URI %s', (uri, problem) => {
    expect(read('resources', { resources: [{ name: 'a', uri }] }).items[0]?.problems).toEqual([problem]);
  });

  it('finds nothing in what is right, unknown members included', () => {
    const tool = {
      ...good,
      vendorField: 1,
      _meta: {},
      title: 'T',
      inputSchema: { type: 'object', properties: { a: true, b: { type: ['string', 'null'] } } },
    };
    expect(read('tools', { tools: [tool], vendor: 1 })).toMatchObject({
      findings: [],
      items: [{ name: 'ok', title: 'T' }],
    });
  });

  it('takes the title, then the annotated one, then the name', () => {
    const annotated = { ...good, annotations: { title: 'A' } };
    const titles = read('tools', { tools: [{ ...annotated, title: 'T' }, annotated, good] }).items.map(
      (item) => item.title,
    );
    expect(titles).toEqual(['T', 'A', 'ok']);
  });

  it.each([
    ['the same name twice', ['pay', 'pay'], 'list/duplicate', 'duplicate tool name pay'],
    ['a zero-width space', ['pay\u200b'], 'list/odd-name', 'invisible'],
    ['a right-to-left override', ['pay\u202e'], 'list/odd-name', 'invisible'],
    ['a fullwidth letter', ['\uff50ay'], 'list/odd-name', 'looks like p'],
    ['a Cyrillic letter among Latin ones', ['p\u0430y'], 'list/odd-name', 'Latin and Cyrillic'],
  ])('reports %s', (_, names, rule, says) => {
    const page = read('tools', { tools: names.map((name) => ({ ...good, name })) });
    expect(page.findings).toMatchObject([{ rule, message: expect.stringContaining(says) }]);
    expect(page.items.at(-1)?.problems).toHaveLength(1);
  });

  it.each(['日本語ツール', 'ประเทศ', 'ทำ', 'أداة', '👨‍👩‍👧', 'Ärger', 'naïve_tool'])(
    'lets the honest name %s be',
    (name) => {
      expect(read('tools', { tools: [{ ...good, name }] }).findings).toEqual([]);
    },
  );

  it('sees a duplicate across pages', () => {
    expect(read('tools', { tools: [good] }, ['c'], ['ok']).findings).toMatchObject([
      { rule: 'list/duplicate' },
    ]);
  });

  it.each([
    [{}, 'missing'],
    [{ tools: null }, 'null'],
    [{ tools: {} }, 'an object'],
    ['yes', 'missing'],
  ])('says that %j has no list', (result, found) => {
    const page = read('tools', result);
    expect(page).toMatchObject({
      items: [],
      findings: [{ rule: 'list/no-array', message: expect.stringContaining(found) }],
    });
  });
});

describe('cursors', () => {
  it.each([
    ['a good one', { tools: [], nextCursor: 'b' }, 'b', []],
    ['none', { tools: [] }, undefined, []],
    ['null', { tools: [], nextCursor: null }, undefined, ['list/cursor']],
    ['an empty one', { tools: [], nextCursor: '' }, undefined, ['list/cursor']],
    ['a number', { tools: [], nextCursor: 2 }, undefined, ['list/cursor']],
    ['one already followed', { tools: [], nextCursor: 'a' }, undefined, ['list/cursor-loop']],
  ])('%s', (_, result, next, rules) => {
    const page = read('tools', result, ['a']);
    expect(page.next).toBe(next);
    expect(page.findings.map((finding) => finding.rule)).toEqual(rules);
  });
});

const skill = { uri: 'skill://x/a/SKILL.md', frontmatter: { name: 'a', description: 'How.' } };

describe('the other lists', () => {
  it.each([
    ['resources', { name: 'a', uri: 'no scheme' }, /uri has no scheme/],
    ['resources', { uri: 'x:y' }, /name is missing/],
    ['resources', { name: 'a' }, /uri is missing/],
    ['resourceTemplates', { name: 'a' }, /uriTemplate is missing/],
    ['prompts', { name: 'a', arguments: null }, /arguments is null/],
    ['prompts', { name: 'a', arguments: [{}] }, /argument 1 has no name/],
    [
      'skills',
      { uri: 'skill://a/SKILL.md', frontmatter: {} },
      /resources is missing.*frontmatter.name is missing/,
    ],
    ['skills', { ...skill, resources: 'static' }, /resources is "static"; it must be .*"dynamic"/],
  ] as const)('%s: %j', (list, item, problem) => {
    expect(read(list, { [list]: [item] }).items[0]?.problems.join()).toMatch(problem);
  });

  it('asks for resources by URI', () => {
    expect(read('resources', { resources: [{ name: 'a', uri: 'x:y' }] }).items[0]).toMatchObject({
      name: 'x:y',
      title: 'a',
    });
  });

  it('asks for skills by URI, and calls them as their frontmatter does', () => {
    const [item] = read('skills', { skills: [{ ...skill, resources: 'dynamic' }] }).items;
    expect(item).toMatchObject({ name: skill.uri, title: 'a', description: 'How.', problems: [] });
  });
});
