import { Refusal } from '../refusal.ts';
import { failure, type Tool, text } from '../tool.ts';

/** Fails as tools should: a result that says so. */
export const dome: Tool = {
  definition: {
    name: 'open-dome',
    title: 'Open the dome',
    description:
      'Opens the dome, unless the wind is against it. It always is: this is how a tool’s own failure looks.',
    inputSchema: {
      type: 'object',
      properties: { gently: { type: 'boolean', description: 'The hinges are from 1896' } },
    },
    annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
  },
  run: () =>
    failure('The dome stays shut: gusts of 19 m/s, and the safe limit is 15. Try again after midnight.'),
};

/** Fails as a request does: a JSON-RPC error with data instead of a result. */
export const sun: Tool = {
  definition: {
    name: 'point-at-sun',
    title: 'Point at the Sun',
    description:
      'Is refused with a JSON-RPC error that carries data. Compare it with the failure of open-dome.',
    inputSchema: {
      type: 'object',
      properties: {
        filter: { type: 'string', enum: ['none', 'H-alpha', 'a welding mask'], default: 'none' },
      },
    },
    annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: false },
  },
  run: ({ filter = 'none' }) => {
    throw new Refusal(-32010, 'The Sun is out of bounds for this telescope', {
      filter,
      brighterThanTheMoonBy: 400_000,
      whatRemainsOfTheEyepiece: null,
      see: 'observatory://guide',
    });
  },
};

/** Prints on stdout, which is the wire: the commonest fault of real servers. */
export const bell: Tool = {
  definition: {
    name: 'ring-bell',
    title: 'Ring the bell',
    description:
      'Rings by printing to stdout, where only messages belong: a deliberate mistake, and the commonest one of real ' +
      'servers. Watch Traffic, and how the call still ends.',
    inputSchema: {
      type: 'object',
      properties: { times: { type: 'integer', minimum: 1, maximum: 12, default: 2 } },
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  run: ({ times = 2 }) => {
    for (let i = 0; i < Number(times); i++) console.log('♪ ding dong ♪');
    return text(`The bell rang ${times} times. Its sound went into the wire.`);
  },
};
