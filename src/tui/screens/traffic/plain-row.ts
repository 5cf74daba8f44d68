import type { Host } from '../../../host/host.ts';
import { createTheme } from '../../world/theme.ts';
import { trafficLine, trafficRow } from './row.ts';

/** Cells of a row that nobody looks at in a window. */
const WIDE = 160;

/** What writes a line of the traffic as a row without colours, which stays true whatever comes after it. */
export function plainRow({
  ascii,
  cells = WIDE,
}: {
  readonly ascii: boolean;
  /** How wide the terminal is. */
  readonly cells?: number | undefined;
}): (host: Host, seq: number) => string {
  const theme = createTheme({ ascii, colour: false });
  return (host, seq) => {
    const line = trafficLine(host, seq, undefined, theme);
    if (line === undefined) return '';
    // Whether it is answered is told by its answer.
    const isRequest = host.log.row(seq)?.kind === 'request';
    return trafficRow(isRequest ? { ...line, latency: '' } : line, cells, false, theme).trimEnd();
  };
}
