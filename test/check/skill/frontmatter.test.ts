import { describe, expect, it } from 'vitest';
import { frontmatterDifference, frontmatterText } from '../../../src/check/skill/frontmatter.ts';

describe('frontmatterText', () => {
  it.each([
    ['---\nname: a\n---\n\n# Text', 'name: a'],
    ['---\r\nname: a\r\n---\r\nText', 'name: a'],
    ['\uFEFF---\nname: a\n...\n', 'name: a'],
    ['---\n---\nText', ''],
    ['---\nname: a\n---', 'name: a'],
    ['---\nname: a', undefined],
    ['# Text\n---\nname: a\n---\n', undefined],
    ['\n---\nname: a\n---\n', undefined],
  ])('of %j', (markdown, text) => expect(frontmatterText(markdown)).toBe(text));
});

describe('frontmatterDifference', () => {
  it.each<[yaml: string, given: unknown]>([
    ['name: a\ndescription: How it is: done.', undefined],
    ['name: a-b\ndescription: How refunds are made.', { name: 'a-b', description: 'How refunds are made.' }],
    ['name: "a"\ndescription: "Say \\"hi\\": \\u00e9\\n"', { name: 'a', description: 'Say "hi": é\n' }],
    ["name: 'a'\ndescription: 'It''s # fine'", { name: 'a', description: "It's # fine" }],
    ['name: a # a comment\n# another\n\ndescription: b#c', { name: 'a', description: 'b#c' }],
    ['description: >\n  One\n  two.\n\n  Three.\nname: a', { description: 'One two.\nThree.\n', name: 'a' }],
    ['description: >-\n  One\n  two.', { description: 'One two.' }],
    ['description: |\n  One\n    two\n', { description: 'One\n  two\n' }],
    ['description: |\n  One', { description: 'One' }],
    ['description: One\n  two\n  three', { description: 'One two three' }],
    ['description: "One\n  two"', { description: 'One two' }],
    ['description:\n  One\n  two', { description: 'One two' }],
    ['metadata:\n  version: 1.0\n  author: me', { metadata: { version: '1.0', author: 'me' } }],
    ['metadata:\n  version: 1.0', { metadata: { version: 1 } }],
    ['metadata: {version: "1", tags: [a, "b, c"]}', { metadata: { version: '1', tags: ['a', 'b, c'] } }],
    ['allowed-tools:\n- Read\n- Bash(git:*)', { 'allowed-tools': ['Read', 'Bash(git:*)'] }],
    [
      'allowed-tools:\n  - Read\n  - name: x\n    of: y',
      { 'allowed-tools': ['Read', { name: 'x', of: 'y' }] },
    ],
    ['allowed-tools: Read Bash(git:*)', { 'allowed-tools': 'Read Bash(git:*)' }],
    [
      'on: yes\nempty:\nnull: ~\nday: 2026-09-01',
      { on: true, empty: null, null: null, day: '2026-09-01T00:00:00.000Z' },
    ],
    ['url: https://a.example/b', { url: 'https://a.example/b' }],
    ['a: []\nb: {}', { a: [], b: {} }],
    ['name: *a', {}],
    ['name: !!str a', {}],
  ])('finds nothing between %j and %j', (yaml, given) =>
    expect(frontmatterDifference(yaml, given) ?? []).toEqual([]),
  );

  it.each<[yaml: string, given: unknown, ...found: string[]]>([
    ['name: a\ndescription: b', { name: 'a', description: 'c' }, 'description'],
    ['name: a\ndescription: b', { name: 'a' }, 'description'],
    ['name: a', { name: 'a', license: 'MIT' }, 'license'],
    ['name: "1"', { name: 1 }, 'name'],
    ['metadata:\n  version: 1.0', { metadata: { version: '1.1' } }, 'metadata.version'],
    ['tools: [a, b]', { tools: ['a'] }, 'tools'],
    ['tools:\n  - a\n  - b', { tools: ['a', 'c'] }, 'tools[1]'],
    ['description: |\n  One\n  two', { description: 'One two' }, 'description'],
    ['name: a', [], 'the frontmatter'],
    ['just text', {}, 'the frontmatter'],
  ])('of %j and %j', (yaml, given, ...found) => expect(frontmatterDifference(yaml, given)).toEqual(found));

  it('comes to an end with anything', () => {
    expect(() => frontmatterDifference(`a${' '.repeat(40_000)}b`, {})).not.toThrow();
    for (const part of ['[', '{', '- ', 'a:\n ', '"', "'", '|', '>\n', 'a: [', '? ', '- - ', '\t', '{a: '])
      for (const whole of [part.repeat(3_000), `a: ${part.repeat(3_000)}`])
        expect(() => frontmatterDifference(whole, {})).not.toThrow();
  });
});
