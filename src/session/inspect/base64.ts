import { typeName } from '../../json/shape.ts';
import type { Finding } from '../../spec/finding.ts';
import { base64Problem } from '../../text/base64.ts';

/** What is wrong with binary data in a message, which is base64 text. */
export function inspectBase64(data: unknown, path: string): readonly Finding[] {
  const why = typeof data === 'string' ? base64Problem(data) : `is ${nameOf(data)}; it must be base64 text`;
  return why === undefined ? [] : [{ rule: 'result/base64', path, message: `the data ${why}` }];
}

const nameOf = (data: unknown): string => (data === undefined ? 'missing' : typeName(data));
