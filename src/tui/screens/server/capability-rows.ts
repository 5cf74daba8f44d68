import { otherClient } from '../../../session/negotiation.ts';
import type { SessionState } from '../../../session/state.ts';
import { capabilitiesOf } from '../../../spec/capabilities.ts';
import { visible } from '../../../text/visible.ts';
import { LABEL, labelled, type Parts, plain, text } from './parts.ts';

/** Cells of the column that says whose it is. */
const SIDE = 8;

/** What both sides can do, in one table. What neither can is left out, but for the roots: some servers do more with them. */
export function capabilityRows(state: SessionState, cells: number): Parts[] {
  const { requestedVersion, capabilities, era, negotiated } = state;
  const isOffered = requestedVersion !== '' || negotiated !== undefined;
  const all = [
    ...capabilitiesOf('server', capabilities.server ?? {}, era).map((one) => ({ ...one, side: 'server' })),
    ...capabilitiesOf('client', isOffered ? capabilities.client : {}, era).map((one) => ({
      ...one,
      side: 'client',
    })),
  ].filter(({ announced }) => announced);
  const rows = all.flatMap(({ name, side, lets, known }) =>
    text(lets, cells - LABEL - SIDE).map(
      (line, at): Parts => [
        [undefined, (at === 0 ? visible(name) : '').padEnd(LABEL)],
        [known ? 'dim' : 'finding', (at === 0 ? `${side}${known ? '' : '?'}` : '').padEnd(SIDE)],
        [known ? undefined : 'dim', plain(line)],
      ],
    ),
  );
  const noRoots = isOffered && otherClient(state) === undefined && !all.some(({ name }) => name === 'roots');
  return [
    [['strong', 'Capabilities']],
    ...(all.length === 0 ? [[['dim', 'nothing known yet']] as Parts] : rows),
    ...(noRoots ? labelled('roots', ROOTS, cells, 'dim') : []),
  ];
}

const ROOTS = 'not offered · --root . · some servers list more tools';
