import { describe, expect, it } from 'vitest';
import { inspectBase64 } from '../../../src/session/inspect/base64.ts';

describe('binary data', () => {
  it.each(['', 'AAAA', 'AAA=', 'AA==', 'AAAA\nAAA=\n', '+/+/'])('%j is base64', (data) => {
    expect(inspectBase64(data, '/data')).toEqual([]);
  });

  it.each([
    ['!!!notbase64', 'the data is not base64: character 1 is "!"'],
    ['AA_A', 'the data is not base64: character 3 is "_", as in base64url; base64 has + and / there'],
    ['data:image/png;base64,AAAA', 'the data is a data: URL; send only the base64 after its comma'],
    ['AAA', 'the data is not base64: its padding (=) is missing or wrong, 3 characters in all'],
    ['AAAAA', 'the data is not base64: it breaks off after 5 characters'],
    ['AA=A', 'the data is not base64: character 3 is "="'],
    [7, 'the data is a number; it must be base64 text'],
    [undefined, 'the data is missing; it must be base64 text'],
  ])('%j is none', (data, message) => {
    expect(inspectBase64(data, '/data')).toEqual([{ rule: 'result/base64', path: '/data', message }]);
  });
});
