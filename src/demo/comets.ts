import { news } from './news.ts';

/** A comet that a visitor reported. */
export interface Comet {
  readonly name: string;
  readonly constellation: string;
  readonly tail: boolean;
}

let all: readonly Comet[] = [];

/** The comets found so far, as long as the server runs: a list that grows. */
export const comets = {
  get all(): readonly Comet[] {
    return all;
  },
  /** Enters a comet, in place of one of the same name, and says that the list of resources has changed. */
  add(comet: Comet): void {
    all = [...all.filter(({ name }) => name !== comet.name), comet];
    news.publish({ kind: 'resources_list_changed' });
  },
};

/** The URI under which a comet can be read. */
export const cometUri = ({ name }: Pick<Comet, 'name'>): string =>
  `observatory://comets/${encodeURIComponent(name)}`;
