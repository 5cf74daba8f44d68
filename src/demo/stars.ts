/** A star one can see without a telescope. */
export interface Star {
  readonly name: string;
  readonly constellation: string;
  /** Right ascension and declination in degrees (J2000). */
  readonly ra: number;
  readonly dec: number;
  /** Apparent magnitude: the smaller, the brighter. */
  readonly magnitude: number;
  readonly lightYears: number;
  readonly note: string;
}

type Row = readonly [string, string, number, number, number, number, string];

const ROWS: readonly Row[] = [
  ['Aldebaran', 'Taurus', 68.98, 16.51, 0.86, 65, 'The follower: it rises after the Pleiades.'],
  ['Algol', 'Perseus', 47.04, 40.96, 2.12, 90, 'It winks: every 2.87 days its companion covers it.'],
  ['Altair', 'Aquila', 297.7, 8.87, 0.76, 17, 'It spins once in nine hours and is flattened by it.'],
  ['Antares', 'Scorpius', 247.35, -26.43, 1.06, 550, 'A red supergiant; its name means rival of Mars.'],
  ['Arcturus', 'Boötes', 213.92, 19.18, -0.05, 37, 'Follow the curve of the Big Dipper’s handle.'],
  ['Betelgeuse', 'Orion', 88.79, 7.41, 0.5, 550, 'It dimmed in 2019 and everybody looked up.'],
  ['Canopus', 'Carina', 95.99, -52.7, -0.74, 310, 'Spacecraft steer by it.'],
  ['Capella', 'Auriga', 79.17, 46.0, 0.08, 43, 'Four stars that look like one.'],
  ['Castor', 'Gemini', 113.65, 31.89, 1.58, 51, 'Six stars in three pairs.'],
  ['Deneb', 'Cygnus', 310.36, 45.28, 1.25, 2600, 'The farthest of the stars that anybody knows by name.'],
  ['Fomalhaut', 'Piscis Austrinus', 344.41, -29.62, 1.16, 25, 'Alone in its part of the autumn sky.'],
  ['Mira', 'Cetus', 34.84, -2.98, 3.04, 300, 'The wonderful: it comes and goes in 332 days.'],
  ['Mizar', 'Ursa Major', 200.98, 54.93, 2.23, 83, 'See Alcor beside it? Your eyes are good.'],
  ['Polaris', 'Ursa Minor', 37.95, 89.26, 1.98, 430, 'It shows north, for another few centuries.'],
  ['Pollux', 'Gemini', 116.33, 28.03, 1.14, 34, 'It has a planet, Thestias.'],
  ['Procyon', 'Canis Minor', 114.83, 5.22, 0.34, 11, 'It rises before the dog.'],
  ['Regulus', 'Leo', 152.09, 11.97, 1.4, 79, 'The little king, at the heart of the lion.'],
  ['Rigel', 'Orion', 78.63, -8.2, 0.13, 860, 'Blue, and a hundred thousand times as bright as the Sun.'],
  ['Sirius', 'Canis Major', 101.29, -16.72, -1.46, 9, 'The brightest of all.'],
  ['Spica', 'Virgo', 201.3, -11.16, 0.97, 250, 'From Arcturus speed on to Spica.'],
  ['Vega', 'Lyra', 279.23, 38.78, 0.03, 25, 'The pole star of the year 14,000.'],
];

/** The stars of the demonstration, by name in alphabetical order. */
export const stars: readonly Star[] = ROWS.map(
  ([name, constellation, ra, dec, magnitude, lightYears, note]): Star => {
    return { name, constellation, ra, dec, magnitude, lightYears, note };
  },
);

/** Finds a star by its name, whatever the case. */
export const starNamed = (name: string): Star | undefined =>
  stars.find((star) => star.name.toLowerCase() === name.toLowerCase());

/** The names that begin with what was typed, whatever the case: what completion offers. */
export const namesFrom = (typed: string): string[] =>
  stars.map(({ name }) => name).filter((name) => name.toLowerCase().startsWith(typed.toLowerCase()));
