import { describe, expect, it } from 'vitest';
import { whyRedacted, withSecrets } from '../../src/replay/secrets.ts';

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

  it('in the name of a member cannot be given, and keep the request from being sent', () => {
    const found = withSecrets('{"x [redacted]":1}', given(['/params/x [redacted]', 'y']));
    expect(found).toEqual({ missing: ['/params/x [redacted]'] });
  });

  it('are asked for where they are missing', () => {
    const missing = ['/params/a', '/params/b/0'];
    const found = withSecrets(
      '{"a":"[redacted]","b":["x [redacted]"],"c":"[redacted]"}',
      given(['/params/c', 'x']),
    );
    expect(found).toEqual({ missing });
    expect(whyRedacted(missing)).toBe(
      '/params/a, /params/b/0 are redacted, and that is never sent: give the value with --secret /params/a=@env:NAME --secret /params/b/0=@env:NAME',
    );
  });
});
