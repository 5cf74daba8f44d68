import type { CallToolResult } from '@modelcontextprotocol/server';
import { plates, plateUri } from '../plates.ts';
import type { Tool } from '../tool.ts';

/** Links to resources, and one of them embedded. */
export const find: Tool = {
  definition: {
    name: 'find-plates',
    title: 'Find plates in the archive',
    description:
      'Searches the glass plates in the cellar. Answers with links to resources; the first is enclosed.',
    inputSchema: {
      type: 'object',
      properties: {
        from: { type: 'integer', minimum: 1896, maximum: 1960, default: 1896, description: 'Year' },
        to: { type: 'integer', minimum: 1896, maximum: 1960, default: 1960, description: 'Year' },
      },
    },
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  },
  run: ({ from = 1896, to = 1960 }): CallToolResult => {
    const found = plates.filter(({ year }) => year >= Number(from) && year <= Number(to));
    const [first] = found;
    if (first === undefined) return { content: [{ type: 'text', text: 'Nothing from those years.' }] };
    return {
      content: [
        { type: 'text', text: `${found.length} of ${plates.length} plates.` },
        ...found.map((plate) => ({
          type: 'resource_link' as const,
          uri: plateUri(plate),
          name: `${plate.year}-${plate.number}`,
          title: plate.title,
          mimeType: 'text/plain',
        })),
        {
          type: 'resource',
          resource: { uri: plateUri(first), mimeType: 'text/plain', text: first.label },
        },
      ],
    };
  },
};
