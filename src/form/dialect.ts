import { isObject } from '../json/shape.ts';

/** The dialects that differ for us: draft-04 to draft-07 are one but for draft-04's boolean exclusive bounds. */
export type Dialect = '4' | '7' | '2019-09' | '2020-12';

/** The dialect a schema says it is in; 2020-12 when it says nothing or something unknown (MCP, tools). */
export function dialectOf(schema: unknown): Dialect {
  const named = isObject(schema) ? schema['$schema'] : undefined;
  if (typeof named !== 'string') return '2020-12';
  if (/draft-0?[34]\b/.test(named)) return '4';
  if (/draft-0?[67]\b/.test(named)) return '7';
  return /2019-09/.test(named) ? '2019-09' : '2020-12';
}

/** Keywords that mean something in 2019-09 and later only. */
const sinceDraft2019 = new Set([
  'dependentRequired',
  'dependentSchemas',
  'unevaluatedProperties',
  'unevaluatedItems',
  'minContains',
  'maxContains',
]);

/** Whether a dialect knows a keyword; an unknown one is no constraint. */
export function knows(dialect: Dialect, keyword: string): boolean {
  const old = dialect === '4' || dialect === '7';
  if (keyword === 'prefixItems' || keyword === '$dynamicRef') return dialect === '2020-12';
  if (keyword === '$recursiveRef') return dialect === '2019-09';
  if (sinceDraft2019.has(keyword)) return !old;
  if (keyword === 'const' || keyword === 'contains' || keyword === 'propertyNames' || keyword === 'if') {
    return dialect !== '4';
  }
  return true;
}
