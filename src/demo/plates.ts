/** A photographic plate in the cellar of the observatory. */
export interface Plate {
  readonly year: number;
  readonly number: number;
  readonly title: string;
  /** What is written on its envelope. */
  readonly label: string;
}

/** All that survived the flood of 1961, oldest first. */
export const plates: readonly Plate[] = [
  { year: 1896, number: 1, title: 'First light', label: 'Vega, 4 minutes. It works. We danced.' },
  {
    year: 1896,
    number: 2,
    title: 'The Moon, cracked',
    label: 'First quarter. Dropped by the director himself.',
  },
  {
    year: 1910,
    number: 14,
    title: 'Halley’s comet',
    label: '21 April, 40 minutes, through a gap in the clouds.',
  },
  { year: 1930, number: 7, title: 'Where Pluto was', label: 'Taken in March. We had it in January, unseen.' },
  {
    year: 1954,
    number: 31,
    title: 'The last plate',
    label: 'Andromeda, two hours. E. Lindqvist, at 81, guiding by hand.',
  },
];

/** The URI under which a plate can be read. */
export const plateUri = ({ year, number }: Pick<Plate, 'year' | 'number'>): string =>
  `observatory://plates/${year}/${number}`;
