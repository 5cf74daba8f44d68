import { setTimeout as pause } from 'node:timers/promises';
import { type Tool, text } from '../tool.ts';

const STAGES = ['opening the shutter', 'counting photons', 'still counting', 'reading the chip'];
const STEPS = 20;

/** Slow, with progress; can be cancelled. */
export const exposure: Tool = {
  definition: {
    name: 'take-exposure',
    title: 'Take an exposure',
    description:
      'Collects light for as many seconds as you say and tells how far it is. Cancel it if you lose patience.',
    inputSchema: {
      type: 'object',
      properties: {
        object: { type: 'string', description: 'What the telescope points at', default: 'M 31' },
        seconds: { type: 'number', exclusiveMinimum: 0, maximum: 600, default: 10 },
      },
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  run: async ({ object = 'M 31', seconds = 10 }, { signal, progress, log }) => {
    const total = Number(seconds);
    for (let step = 0; step < STEPS; step++) {
      const stage = STAGES[Math.floor((step / STEPS) * STAGES.length)] ?? '';
      await progress(Math.round((total * step * 100) / STEPS) / 100, total, stage);
      await pause((total * 1000) / STEPS, undefined, { signal });
    }
    await progress(total, total, 'done');
    const photons = Math.round(total * 48_213);
    await log('info', { exposure: object, seconds, photons });
    return text(`${seconds} s of ${object}: ${photons} photons, none of them wasted.`);
  },
};
