import { setTimeout as pause } from 'node:timers/promises';
import { beginSurvey, PLATE, plateWords, surveyed } from '../surveys.ts';
import type { Tool } from '../tool.ts';

/** Runs as a task for who takes one (2026-07-28), and else makes its caller wait. */
export const survey: Tool = {
  definition: {
    name: 'survey-sky',
    title: 'Survey the sky',
    description:
      'Photographs the sky, a plate a second. In the modern era it runs as a task: leave it, call something else, come back.',
    inputSchema: {
      type: 'object',
      properties: { plates: { type: 'integer', minimum: 1, maximum: 60, default: 8 } },
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  run: async ({ plates = 8 }, { takesTasks, signal, progress }) => {
    const total = Number(plates);
    if (takesTasks) return beginSurvey(total);
    for (let plate = 1; plate <= total; plate++) {
      await progress(plate, total, plateWords(plate, total));
      await pause(PLATE, undefined, { signal });
    }
    return surveyed(total);
  },
};
