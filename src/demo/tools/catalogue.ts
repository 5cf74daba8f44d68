import { random } from '../random.ts';
import { type Tool, text } from '../tool.ts';

const KINDS = ['star', 'double', 'variable', 'galaxy', 'nebula', 'cluster'];

/** A large result: more than a megabyte of JSON in one text. */
export const catalogue: Tool = {
  definition: {
    name: 'catalogue',
    title: 'The whole catalogue',
    description:
      'Everything the society has measured since 1896, as JSON: 12,000 objects are 1.4 MB. Scroll it.',
    inputSchema: {
      type: 'object',
      properties: { objects: { type: 'integer', minimum: 0, maximum: 200_000, default: 12_000 } },
    },
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  },
  run: ({ objects = 12_000 }) => {
    const next = random(1896);
    const rows = Array.from({ length: Number(objects) }, (_, i) => ({
      number: i + 1,
      kind: KINDS[Math.floor(next() * KINDS.length)],
      position: { ra: round(next() * 360, 4), dec: round(next() * 180 - 90, 4) },
      magnitude: round(6 + 9 * next(), 2),
      seen: 1896 + Math.floor(next() * 130),
    }));
    return text(JSON.stringify({ catalogue: 'Kestrel Hill General Catalogue', objects: rows }));
  },
};

const round = (value: number, digits: number) => Number(value.toFixed(digits));
