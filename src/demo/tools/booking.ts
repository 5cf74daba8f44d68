import { stars } from '../stars.ts';
import { type Tool, text } from '../tool.ts';

const telescope = {
  title: 'Telescope',
  oneOf: [
    { const: 'refractor', title: 'The old refractor, 1896' },
    { const: 'reflector', title: 'The 60 cm reflector' },
    { const: 'binoculars', title: 'Binoculars on the terrace' },
  ],
};

const target = {
  description: 'What to look at first: a star of our list or any place in the sky',
  oneOf: [
    {
      title: 'A star',
      type: 'object',
      properties: { kind: { const: 'star' }, name: { type: 'string', enum: stars.map(({ name }) => name) } },
      required: ['kind', 'name'],
    },
    {
      title: 'A place in the sky',
      type: 'object',
      properties: {
        kind: { const: 'place' },
        ra: { type: 'number', minimum: 0, maximum: 360 },
        dec: { type: 'number', minimum: -90, maximum: 90 },
      },
      required: ['kind', 'ra', 'dec'],
    },
  ],
};

const contact = {
  type: 'object',
  properties: {
    email: { type: 'string', format: 'email' },
    phone: { type: ['string', 'null'], description: 'null: do not call' },
  },
  required: ['email'],
};

const programme = {
  type: 'array',
  description: 'What comes when',
  items: {
    type: 'object',
    properties: { object: { type: 'string' }, minutes: { type: 'integer', minimum: 5, default: 15 } },
    required: ['object'],
  },
};

/** A field of every kind that a schema can ask for. */
export const booking: Tool = {
  definition: {
    name: 'book-night',
    title: 'Book a night',
    description:
      'Books a night at the observatory. Its form has a field of every kind: text, numbers, choices, lists, groups, ' +
      'a map, alternatives and free JSON. Nothing you leave alone is sent.',
    inputSchema: {
      type: 'object',
      properties: {
        guest: { type: 'string', minLength: 2, title: 'Name of the guest' },
        date: { type: 'string', format: 'date', description: 'The evening it begins, as 2026-08-12' },
        telescope,
        people: { type: 'integer', minimum: 1, maximum: 12, default: 2, description: 'How many of you come' },
        faintest: {
          type: 'number',
          minimum: -2,
          maximum: 15,
          description: 'The faintest magnitude you hope for',
        },
        drinks: { type: 'boolean', default: true, description: 'Hot chocolate at midnight' },
        wishes: { type: 'string', maxLength: 500, description: 'Anything else; ctrl+j begins a new line' },
        names: {
          type: 'array',
          items: { type: 'string', minLength: 2 },
          maxItems: 12,
          title: 'Who else comes',
        },
        interests: {
          type: 'array',
          uniqueItems: true,
          items: { type: 'string', enum: ['planets', 'double stars', 'nebulae', 'galaxies', 'the Moon'] },
        },
        contact,
        programme,
        target,
        exposures: {
          type: 'object',
          description: 'Seconds for each filter, by its name',
          additionalProperties: { type: 'number', exclusiveMinimum: 0 },
        },
        music: {
          anyOf: [{ type: 'boolean' }, { type: 'string' }],
          description: 'Any music (true), none (false), or which',
        },
        guide: { type: ['string', 'null'], description: 'Who shows you round; null: nobody' },
        remarks: { description: 'Whatever you like, as JSON' },
      },
      required: ['guest', 'date', 'telescope'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  },
  run: (args) =>
    text(
      `Booked for ${args['guest']} on ${args['date']}. We received exactly this:\n${JSON.stringify(args, null, 2)}`,
    ),
};
