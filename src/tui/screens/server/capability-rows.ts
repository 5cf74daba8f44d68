import { otherClient } from '../../../session/negotiation.ts';
import type { SessionState } from '../../../session/state.ts';
import { type Capability, capabilitiesOf } from '../../../spec/capabilities.ts';
import { visible } from '../../../text/visible.ts';
import { LABEL, labelled, type Parts, plain, text } from './parts.ts';

/** Cells of the column that says whose it is, and of the one with the message that used it first. */
const SIDE = 8;
const USED = 10;

/**
 * What both sides can do, in one table. What neither can is left out, but for the roots: some servers do more with them. Where
 * another client drives the session, it says what was used of it: with whom it was not, and what nobody had declared.
 */
export function capabilityRows(state: SessionState, cells: number): Parts[] {
  const { requestedVersion, capabilities, era, negotiated, uses } = state;
  const isOffered = requestedVersion !== '' || negotiated !== undefined;
  const all = [
    ...rowsOf('server', state, capabilitiesOf('server', capabilities.server ?? {}, era)),
    ...rowsOf('client', state, capabilitiesOf('client', isOffered ? capabilities.client : {}, era)),
  ];
  const taken = LABEL + SIDE + (uses === undefined ? 0 : USED);
  const rows = all.flatMap(({ name, side, lets, known, first, isMissing }) =>
    text(isMissing ? UNDECLARED : lets, cells - taken).map(
      (line, at): Parts => [
        [undefined, (at === 0 ? visible(name) : '').padEnd(LABEL)],
        [known ? 'dim' : 'finding', (at === 0 ? `${side}${known ? '' : '?'}` : '').padEnd(SIDE)],
        ...(uses === undefined ? [] : [usedPart(at === 0, first)]),
        [isMissing ? 'finding' : known ? undefined : 'dim', plain(line)],
      ],
    ),
  );
  const noRoots = isOffered && otherClient(state) === undefined && !all.some(({ name }) => name === 'roots');
  return [
    [
      ['strong', uses === undefined ? 'Capabilities' : 'Capabilities'.padEnd(LABEL + SIDE)],
      ...(uses === undefined ? [] : [['dim', 'used'] as const]),
    ],
    ...(all.length === 0 ? [[['dim', 'nothing known yet']] as Parts] : rows),
    ...(noRoots ? labelled('roots', ROOTS, cells, 'dim') : []),
  ];
}

interface Row extends Pick<Capability, 'name' | 'lets' | 'known'> {
  readonly side: 'server' | 'client';
  /** The message that used it first. */
  readonly first?: number | undefined;
  /** It was used without having been declared. */
  readonly isMissing: boolean;
}

/** What a side declared, and what was used of it all the same. */
function rowsOf(
  side: 'server' | 'client',
  { uses, capabilities }: SessionState,
  all: readonly Capability[],
): readonly Row[] {
  // Before the server has said anything, nothing is missing.
  const isKnown = capabilities.server !== undefined;
  return all.flatMap(({ announced, name, lets, known }): Row[] => {
    const first = uses?.[side][name];
    const isMissing = !announced && first !== undefined && isKnown;
    return announced || isMissing ? [{ name, lets, known, side, first, isMissing }] : [];
  });
}

const usedPart = (isFirst: boolean, first: number | undefined): Parts[number] => {
  if (!isFirst) return [undefined, ''.padEnd(USED)];
  return first === undefined ? ['dim', 'not yet'.padEnd(USED)] : ['ok', `#${first}`.padEnd(USED)];
};

const UNDECLARED = 'used, but not declared';
const ROOTS = 'not offered · --root . · some servers list more tools';
