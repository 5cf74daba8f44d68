import { skyPicture } from '../sky.ts';
import { stars } from '../stars.ts';
import type { Tool } from '../tool.ts';
import { wav } from '../wav.ts';

/** An image, with a caption before it. */
export const picture: Tool = {
  definition: {
    name: 'sky-picture',
    title: 'Picture of the sky',
    description: 'Draws the sky over the hill as a PNG.',
    inputSchema: {
      type: 'object',
      properties: {
        width: { type: 'integer', minimum: 16, maximum: 1024, default: 320, description: 'Pixels' },
      },
    },
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  },
  run: ({ width = 320 }) => ({
    content: [
      { type: 'text', text: `${stars.length} stars with names, 700 without, one hill.` },
      {
        type: 'image',
        mimeType: 'image/png',
        data: skyPicture(Number(width)).toString('base64'),
        annotations: { audience: ['user'], priority: 0.8 },
      },
    ],
  }),
};

const RATE = 8000;

/** Audio. */
export const pulsar: Tool = {
  definition: {
    name: 'listen-to-pulsar',
    title: 'Listen to a pulsar',
    description: 'A second of the Vela pulsar, eleven beats of a dead star, as a WAV file.',
    inputSchema: {
      type: 'object',
      properties: {
        beats: { type: 'number', minimum: 1, maximum: 60, default: 11.2, description: 'A second' },
      },
    },
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  },
  run: ({ beats = 11.2 }) => {
    const samples = Array.from({ length: RATE }, (_, i) => {
      const sinceBeat = (i / RATE) % (1 / Number(beats));
      return Math.sin(2 * Math.PI * 180 * sinceBeat) * Math.exp(-90 * sinceBeat);
    });
    const data = wav(RATE, samples).toString('base64');
    return { content: [{ type: 'audio', mimeType: 'audio/wav', data }] };
  },
};
