import type { CheckFinding } from '../../finding.ts';

/** What is wrong with one text. */
export interface TextFault {
  /** To follow the name of the item: `holds a private key`. */
  readonly says: string;
  /** Where it matters more than its rule says. */
  readonly level?: CheckFinding['level'];
}
