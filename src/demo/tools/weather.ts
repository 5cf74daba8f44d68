import { structured, type Tool } from '../tool.ts';

const percent = { type: 'integer', minimum: 0, maximum: 100 };

/** What it answers, which fits its output schema. */
export const TONIGHT = {
  clouds: 8,
  humidity: 61,
  wind: { metresPerSecond: 3.4, from: 'west' },
  seeing: 1.1,
  moon: null,
  hours: [22, 23, 0, 1, 2].map((hour, i) => ({ hour, clouds: 8 + 3 * i, temperature: 9.5 - 1.5 * i })),
};

/** No arguments; structured content with an output schema. */
export const weather: Tool = {
  definition: {
    name: 'weather',
    title: 'Weather on the hill',
    description: 'What the instruments on the roof say. Takes no arguments.',
    inputSchema: { type: 'object', properties: {}, additionalProperties: false },
    outputSchema: {
      type: 'object',
      properties: {
        clouds: { ...percent, description: 'How much of the sky they cover, in percent' },
        humidity: percent,
        wind: {
          type: 'object',
          properties: { metresPerSecond: { type: 'number' }, from: { type: 'string' } },
          required: ['metresPerSecond', 'from'],
        },
        seeing: { type: 'number', description: 'How much the air blurs a star, in arc seconds' },
        moon: { type: ['string', 'null'], description: 'Its phase, null when it is below the horizon' },
        hours: { type: 'array', items: { type: 'object' }, description: 'The hours to come' },
      },
      required: ['clouds', 'humidity', 'wind', 'seeing', 'moon', 'hours'],
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  run: () => structured(TONIGHT),
};
