import { describe, expect, it } from 'vitest';
import { holdsRedacted, withSecrets } from '../../src/replay/secrets.ts';

const given = (...pairs: [string, string][]) => new Map(pairs);

describe('secrets', () => {
  it.each<[params: string, secrets: [string, string][], sent: string]>([
    ['{"a": 1.0,"b":[9007199254740993]}', [], '{"a": 1.0,"b":[9007199254740993]}'],
    ['{"a": 1.0, "t":"[redacted]"}', [['/params/t', 'x"y']], '{"a": 1.0, "t":"x\\"y"}'],
    [
      '{"h":{"Authorization":"Bearer [redacted]"},"l":["[redacted]"]}',
      [
        ['/params/h/Authorization', '$& 1'],
        ['/params/l/0', '2'],
      ],
      '{"h":{"Authorization":"Bearer $& 1"},"l":["2"]}',
    ],
    ['{"a/b~":"[redacted]"}', [['/params/a~1b~0', 'x']], '{"a/b~":"x"}'],
    // JSON in a text stays JSON.
    ['{"j":"{\\"t\\":\\"[redacted]\\"}"}', [['/params/j', 'x"y']], '{"j":"{\\"t\\":\\"x\\\\\\"y\\"}"}'],
    // What is not redacted stays, whatever is given for it.
    ['{"t":"plain"}', [['/params/t', 'x']], '{"t":"plain"}'],
  ])('%s', (params, secrets, sent) => {
    expect(withSecrets(params, given(...secrets))).toEqual({ params: sent });
  });

  it.each([
    ['{"x [redacted]":1}', '/params/x [redacted]'],
    ['{"x":"u=[redacted] p=[redacted]"}', '/params/x'],
    [String.raw`{"x":"{\"t\":\"\\u005bredacted]\"}"}`, '/params/x'],
  ])('%s: cannot be given, and keeps the request from being sent', (params, pointer) => {
    expect(withSecrets(params, given([pointer, 'y']))).toEqual({
      why: `${pointer} is redacted, and that is never sent: ${pointer} cannot be given with --secret, which gives one whole value in the place of one [redacted]`,
    });
  });

  it('are asked for where they are missing', () => {
    const text = '{"a":"[redacted]","b":["x [redacted]"],"c":"[redacted]"}';
    const why = '/params/a, /params/b/0 are redacted, and that is never sent';
    expect(withSecrets(text, given(['/params/c', 'x']))).toEqual({
      why: `${why}: give the value with --secret /params/a=@env:NAME --secret /params/b/0=@env:NAME`,
    });
    expect(withSecrets('{"a":"[redacted]"}', undefined)).toEqual({
      // biome-ignore lint/suspicious/noTemplateCurlyInString: so it is written in a step
      why: '/params/a is redacted, and that is never sent: write the value, or ${env:NAME}, in its place',
    });
  });

  it('are seen however their mark is spelled', () => {
    expect(withSecrets(String.raw`{"t":"\u005bredacted]"}`, given())).toHaveProperty('why');
    expect(withSecrets(String.raw`{"t":"\u005bredacted]"}`, given(['/params/t', 'x']))).toEqual({
      params: '{"t":"x"}',
    });
    expect(holdsRedacted(String.raw`{"\u005bredacted]":1}`)).toBe(true);
    expect(holdsRedacted(String.raw`{"t":"a\nb"}`)).toBe(false);
  });
});
