import { logbook } from '../logbook.ts';
import { type Tool, text } from '../tool.ts';

/** A text of several lines; changes a resource and says so to who subscribed. */
export const write: Tool = {
  definition: {
    name: 'write-log',
    title: 'Write into the logbook',
    description: 'Adds an entry to the logbook, which you can read under Resources.',
    inputSchema: {
      type: 'object',
      properties: {
        entry: {
          type: 'string',
          minLength: 1,
          maxLength: 2000,
          description:
            'What you saw. Several lines are welcome: ctrl+j begins a new one, a pasted text keeps its own.',
        },
      },
      required: ['entry'],
    },
    annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
  },
  run: ({ entry }) => {
    logbook.add(String(entry));
    const lines = String(entry).split('\n').length;
    return text(`Entry ${logbook.length}, ${lines === 1 ? '1 line' : `${lines} lines`}. Thank you.`);
  },
};

/** Destructive: asks before it is called. */
export const erase: Tool = {
  definition: {
    name: 'erase-log',
    title: 'Erase the logbook',
    description:
      'Tears every page out of the logbook. It says of itself that it is destructive, so you are asked first.',
    inputSchema: {
      type: 'object',
      properties: { reason: { type: 'string', description: 'The society will want to know' } },
    },
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  },
  run: async (_, { log }) => {
    const torn = logbook.length;
    logbook.erase();
    const gone = torn === 1 ? '1 entry is gone' : `${torn} entries are gone`;
    await log('warning', `${gone} from the logbook`);
    return text(`${gone}.`);
  },
};
