import { pretty } from '../../../json/pretty.ts';
import type { Flow } from './flow.ts';

/** All of a flow as one text, JSON unfolded, secrets hidden: for a pager. */
export function printed({ sections }: Flow, mask: (text: string) => string): string {
  return sections
    .map(({ section }) => (section.kind === 'text' ? section.text : mask(pretty(section.rows.text))))
    .join('\n');
}
