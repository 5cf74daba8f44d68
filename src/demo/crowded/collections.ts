import { type Tool, text } from '../tool.ts';

/** One collection of the archive, which has tools of its own. */
interface Collection {
  /** What the names of its tools begin with. */
  readonly name: string;
  /** One piece of it. */
  readonly piece: string;
  readonly from: number;
  readonly to: number;
  readonly pieces: number;
}

const COLLECTIONS: readonly Collection[] = [
  { name: 'plates', piece: 'glass plate', from: 1896, to: 1961, pieces: 4_812 },
  { name: 'spectra', piece: 'spectrum', from: 1923, to: 1988, pieces: 1_377 },
  { name: 'letters', piece: 'letter', from: 1891, to: 1974, pieces: 2_960 },
  { name: 'charts', piece: 'star chart', from: 1788, to: 1952, pieces: 304 },
];

/** What can be done with a piece of every collection. Nobody has described them all. */
const VERBS = [
  ['list', 'Lists the # of one year', true],
  ['show', 'Shows one $ as it was found', true],
  ['measure', '', true],
  ['lend', 'Notes that a $ was lent, and to whom', false],
  ['return', '', false],
] as const;

/** The tools of all collections, group by group. */
export const collectionTools: readonly Tool[] = COLLECTIONS.flatMap((collection) =>
  VERBS.map(([verb, said, readOnlyHint]): Tool => {
    const { name, piece, from, to, pieces } = collection;
    const year = { type: 'integer', description: `From ${from} to ${to}` };
    const number = { type: 'integer', description: 'As on its envelope' };
    const properties = verb === 'list' ? { year } : { year, number };
    return {
      definition: {
        name: `${name}_${verb}`,
        ...(said === '' ? {} : { description: said.replace('$', piece).replace('#', name) }),
        inputSchema: { type: 'object', properties, required: Object.keys(properties) },
        annotations: {
          readOnlyHint,
          openWorldHint: false,
          ...(readOnlyHint ? {} : { destructiveHint: false }),
        },
      },
      run: ({ year, number = 'all' }) =>
        text(`${verb} ${piece} ${year}/${number}: one of ${pieces}, in its drawer.`),
    };
  }),
);

/** What a model is told of them: more than one of the clients passes on, and what matters comes last. */
export const INSTRUCTIONS = [
  'Kestrel Hill keeps what four generations of observers have left in its cellar. Nothing here reaches beyond this process.',
  ...COLLECTIONS.map(
    ({ name, piece, from, to, pieces }) =>
      `${name}: ${pieces} pieces from ${from} to ${to}. Ask ${name}_list for a year before you ask ${name}_show for a ` +
      `${piece}, because numbering starts over each January, and the observers of some years did not write any. ` +
      `A ${piece} whose envelope is lost has the number 0. Before ${name}_lend look for it in the register of the reading ` +
      `room; after ${name}_return say in which drawer it lies. Use ${name}_measure on copies where there are some: ` +
      'each time under the lamp costs an original a little of its contrast.',
  ),
  'Never lend a piece that is not insured.',
].join('\n\n');
