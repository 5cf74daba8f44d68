import { setTimeout as pause } from 'node:timers/promises';
import { type Tool, text } from '../tool.ts';

const LEVELS = ['debug', 'info', 'warning', 'error'] as const;
const SAID = ['the Moon sets', 'a fox crosses the terrace', 'dew on the mirror', 'the drive has stopped'];

/** Log notifications of every level, and stderr. */
export const chatter: Tool = {
  definition: {
    name: 'night-watch',
    title: 'Keep the night watch',
    description: 'Talks while it runs: log messages of all levels, and lines on stderr. See Output.',
    inputSchema: {
      type: 'object',
      properties: {
        rounds: {
          type: 'integer',
          minimum: 1,
          maximum: 10_000,
          default: 8,
          description: 'How many things happen',
        },
        pause: {
          type: 'integer',
          minimum: 0,
          maximum: 5000,
          default: 150,
          description: 'Milliseconds between them',
        },
      },
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  run: async ({ rounds = 8, pause: ms = 150 }, { signal, log }) => {
    for (let i = 0; i < Number(rounds); i++) {
      const event = SAID[i % SAID.length] ?? '';
      await log(LEVELS[i % LEVELS.length] ?? 'info', { round: i + 1, event });
      console.error(`watch: round ${i + 1}, ${event}`);
      if (Number(ms) > 0) await pause(Number(ms), undefined, { signal });
    }
    return text(`${rounds} rounds, nothing stolen.`);
  },
};
