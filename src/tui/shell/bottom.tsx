import { Box } from 'ink';
import type { ComponentProps, ReactNode } from 'react';
import { useEffect, useMemo } from 'react';
import { Footer, type Hint } from '../kit/footer.tsx';
import { FilterRow, LineInput } from '../kit/line-input.tsx';
import { type Overlay, type Purpose, topOverlay, typed } from '../world/overlay.ts';
import { expire, type Status, type Ui } from '../world/ui.ts';
import { useUi, useWorld } from '../world/world.ts';
import { useHints } from './hints.ts';

const statusOf = (ui: Ui): Status | undefined => ui.status;
const listensToMouse = (ui: Ui): boolean => ui.mouse;

/** Where the mouse is ours. */
const SELECT: Hint = { key: 'shift', word: 'select text' };

interface Props {
  readonly width: number;
  readonly height: number;
}

/** What a footer is given besides its width. */
type Hints = Pick<ComponentProps<typeof Footer>, 'hints' | 'height' | 'onHints'>;

/** The bottom: a line being typed, or what the keys do here. */
export function Bottom({ width, height }: Props): ReactNode {
  const { extents } = useWorld();
  const status = useUi(statusOf);
  const over = useUi(topOverlay);
  const mouse = useUi(listensToMouse);
  const found = useHints('footer');
  const hints = useMemo(() => (mouse ? [...found, SELECT] : found), [found, mouse]);
  useExpiry(status);
  const drawn: Hints = { hints, height, onHints: mouse ? extents.setHints : undefined };
  const line = lineOf(over);
  if (line === undefined) return <Footer notice={status} width={width} {...drawn} />;
  return <TypedLine line={line} width={width} drawn={drawn} />;
}

/** Any change may be one of what stands beside it. */
const anyChange = (ui: Ui): Ui => ui;

interface TypedProps {
  readonly line: Line;
  readonly width: number;
  readonly drawn: Hints;
}

/** A line that is being typed, with what is wrong with it or how it can go on. */
function TypedLine({ line, width, drawn }: TypedProps): ReactNode {
  const { host, ui } = useWorld();
  const now = useUi(anyChange);
  const help = line.help?.(host, now);
  const offers = help?.kind === 'offers' ? help : undefined;
  const beside =
    offers === undefined ? (width < 60 ? 0 : 20) : Math.floor(width * (width < 60 ? 0.45 : 0.55));
  // The line has the same place with a problem above it and without: in another its cursor would go to the end.
  return (
    <>
      {help?.kind === 'problem' && <FilterRow help={help} width={width} />}
      <Box width={width} height={1} flexShrink={0}>
        <LineInput
          key={line.name}
          label={line.label}
          value={line.value}
          width={width - beside}
          onChange={(next) => ui.update(line.take(next))}
        />
        {offers !== undefined && <FilterRow help={offers} width={beside} />}
        {offers === undefined && beside > 0 && <Footer width={beside} left={width - beside} {...drawn} />}
      </Box>
    </>
  );
}

/** A line that is being typed. */
interface Line {
  /** Another line is another input, with its cursor at the end of what it begins with. */
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly take: (text: string) => (ui: Ui) => Ui;
  readonly help?: Purpose['help'];
}

function lineOf(over: Overlay | undefined): Line | undefined {
  if (over?.kind !== 'prompt') return undefined;
  const { purpose, label, value } = over;
  return { name: purpose.id, label, value, take: typed, help: purpose.help };
}

/** Takes the status away when its time is over. */
function useExpiry(status: Status | undefined): void {
  const { host, ui, schedule } = useWorld();
  useEffect(() => {
    if (status === undefined) return undefined;
    return schedule(Math.max(0, status.until - host.now()), () => ui.update(expire(status.until)));
  }, [status, host, ui, schedule]);
}
