import { starNamed, stars } from '../stars.ts';
import { failure, structured, type Tool } from '../tool.ts';

const angle = (description: string, minimum: number, maximum: number) => ({
  type: 'number',
  minimum,
  maximum,
  description,
});

const RADIANS = Math.PI / 180;

/** Numbers with bounds and a pick list; the answer obeys an output schema. */
export const separation: Tool = {
  definition: {
    name: 'separation',
    title: 'Angle to a star',
    description:
      'How far a place in the sky is from a star, in degrees. A hand at arm’s length covers about 20.',
    inputSchema: {
      type: 'object',
      properties: {
        ra: angle('Right ascension of the place, in degrees', 0, 360),
        dec: angle('Declination of the place, in degrees: 90 is the pole', -90, 90),
        star: { type: 'string', enum: stars.map(({ name }) => name), default: 'Vega' },
      },
      required: ['ra', 'dec'],
    },
    outputSchema: {
      type: 'object',
      properties: { star: { type: 'string' }, degrees: { type: 'number', minimum: 0, maximum: 180 } },
      required: ['star', 'degrees'],
    },
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  },
  run: ({ ra, dec, star: name = 'Vega' }) => {
    const star = starNamed(String(name));
    if (star === undefined) return failure(`No star called ${name} is in our list.`);
    const [here, there] = [Number(dec) * RADIANS, star.dec * RADIANS];
    const cosine =
      Math.sin(here) * Math.sin(there) +
      Math.cos(here) * Math.cos(there) * Math.cos((Number(ra) - star.ra) * RADIANS);
    const degrees = Math.acos(Math.max(-1, Math.min(1, cosine))) / RADIANS;
    return structured({ star: star.name, degrees: Math.round(degrees * 100) / 100 });
  },
};
