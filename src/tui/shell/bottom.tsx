import { Box } from 'ink';
import type { ComponentProps, ReactNode } from 'react';
import { useCallback, useEffect, useMemo } from 'react';
import type { SessionState } from '../../session/state.ts';
import { Footer, type Hint } from '../kit/footer.tsx';
import { FilterRow, LineInput, QuestionRows } from '../kit/question-row.tsx';
import { typedIntoPalette } from '../overlay/palette.tsx';
import { showKey } from '../terminal/keys.ts';
import type { Command, Situation } from '../world/command.ts';
import { type Overlay, type Purpose, topOverlay, typed } from '../world/overlay.ts';
import { useTheme } from '../world/theme.ts';
import { expire, type Status, type Ui } from '../world/ui.ts';
import { useSituation, useUi, useWorld } from '../world/world.ts';
import { commandsIn } from './commands.ts';
import { activeScopes } from './scopes.ts';

const statusOf = (ui: Ui): Status | undefined => ui.status;
const listensToMouse = (ui: Ui): boolean => ui.mouse;

interface Props {
  readonly width: number;
  readonly height: number;
}

/** What a footer is given besides its width. */
type Hints = Pick<ComponentProps<typeof QuestionRows>, 'hints' | 'height' | 'onHints'>;

/** The bottom: a question, a line being typed, or what the keys do here. */
export function Bottom({ width, height }: Props): ReactNode {
  const { extents } = useWorld();
  const status = useUi(statusOf);
  const over = useUi(topOverlay);
  const mouse = useUi(listensToMouse);
  const hints = useHints(mouse);
  useExpiry(status);
  const drawn: Hints = { hints, height, onHints: mouse ? extents.setHints : undefined };
  if (over?.kind === 'question') return <QuestionRows question={over} width={width} {...drawn} />;
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
  if (over?.kind === 'palette')
    return { name: over.title, label: ':', value: over.list.filter, take: typedIntoPalette };
  if (over?.kind !== 'prompt') return undefined;
  const { purpose, label, value } = over;
  return { name: purpose.id, label, value, take: typed, help: purpose.help };
}

/** The scopes that are active: as a text it is the same as long as they are. */
const scopeNames = (ui: Ui, state: SessionState): string => activeScopes(ui, state).join(' ');
const bindingsOf = (ui: Ui): Ui['bindings'] => ui.bindings;

/** What the keys do now, the nearest first: of those that can be pressed with some effect. */
function useHints(mouse: boolean): readonly Hint[] {
  const { ascii } = useTheme();
  const world = useWorld();
  const scopes = useSituation(scopeNames);
  const bindings = useUi(bindingsOf);
  const commands = useMemo(
    () =>
      scopes
        .split(' ')
        .flatMap((scope) => commandsIn(scope, bindings))
        .filter(({ hint, keys }) => hint !== undefined && keys.length > 0)
        .sort((one, other) => Number(other.foremost ?? false) - Number(one.foremost ?? false)),
    [scopes, bindings],
  );
  // As a text again, a line for each command; an empty one cannot run.
  const words = useSituation(
    useCallback(() => commands.map((command) => wordOf(command, world)).join('\n'), [commands, world]),
  );
  return useMemo(() => {
    const hints = words.split('\n').flatMap((word, at): Hint[] => {
      const { keys: [key] = [], lasting = false } = commands[at] ?? {};
      return word === '' || key === undefined
        ? []
        : [{ key: showKey(key, ascii), word, lasting, presses: key }];
    });
    return mouse ? [...hints, { key: 'shift', word: 'select text' }] : hints;
  }, [words, commands, ascii, mouse]);
}

function wordOf({ hint = '', disabled }: Command, situation: Situation): string {
  if (disabled?.(situation) !== undefined) return '';
  return typeof hint === 'string' ? hint : hint(situation);
}

/** Takes the status away when its time is over. */
function useExpiry(status: Status | undefined): void {
  const { host, ui, schedule } = useWorld();
  useEffect(() => {
    if (status === undefined) return undefined;
    return schedule(Math.max(0, status.until - host.now()), () => ui.update(expire(status.until)));
  }, [status, host, ui, schedule]);
}
