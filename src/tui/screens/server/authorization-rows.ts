import type { AuthorizationEvent, AuthorizationState } from '../../../session/authorization.ts';
import { urlOf } from '../../../text/url.ts';
import type { Meaning, Theme } from '../../world/theme.ts';
import { type Parts, plain, text } from './parts.ts';

/** What the rows are drawn with. */
interface Drawing {
  readonly theme: Theme;
  readonly cells: number;
  readonly mask: (text: string) => string;
  /** Nobody waits for an answer any more. */
  readonly isOver: boolean;
}

/** Cells of the name of a step. */
const NAME = 18;

/** The state of authorization: the page to open while it is pending, and each step with its exchange. */
export function authorizationRows(
  { phase, url, steps }: AuthorizationState,
  { theme, cells, mask, isOver }: Drawing,
): Parts[] {
  const page = phase === 'waiting' && url !== undefined && !isOver ? pageRows(mask(url), cells) : [];
  const rows = steps.flatMap((step, at) =>
    stepRows(step, at === steps.length - 1 && phase === 'running' && !isOver, { theme, cells, mask, isOver }),
  );
  return [[['strong', 'Authorization'], ...said(phase, isOver)], ...page, ...rows];
}

/** Whether it is what matters most now. */
export const isUrgent = ({ phase }: AuthorizationState): boolean =>
  phase === 'waiting' || phase === 'running' || phase === 'failed';

function said(phase: AuthorizationState['phase'], isOver: boolean): Parts {
  switch (phase) {
    case 'kept':
      return [];
    case 'running':
      return isOver ? [] : [['running', '  under way']];
    case 'waiting':
      return isOver ? [] : [['running', '  waiting for you']];
    case 'granted':
      return [['ok', '  granted']];
    case 'failed':
      return [['failed', '  failed']];
    case 'forgotten':
      return [['dim', '  forgotten']];
  }
}

/** The host by itself: in a long URL it is easily overlooked. */
function pageRows(url: string, cells: number): Parts[] {
  const { host = '' } = urlOf(url) ?? {};
  const keys =
    'o opens it in a browser, y copies it, c cancels. The redirect is received automatically; if it fails, paste the redirect URL with p.';
  return [
    [['strong', `  a page of ${plain(text(host, cells).flat())}`]],
    ...text(keys, cells - 2).map((line): Parts => [['dim', `  ${plain(line)}`]]),
    ...text(url, cells - 2).map((line): Parts => [[undefined, '  '], ...line]),
    [],
  ];
}

function stepRows(step: AuthorizationEvent, isRunning: boolean, { theme, cells, mask }: Drawing): Parts[] {
  const [sign, meaning] = signOf(step, isRunning, theme);
  const end = step.broken ?? (step.status === undefined ? '' : String(step.status));
  const told = step.x === undefined ? step.text : [end, step.text].filter((word) => word !== '').join('  ');
  const place = ` (#${step.seq})`;
  const lines = text(mask(told) + place, Math.max(20, cells - NAME - 2));
  return lines.map(
    (line, at): Parts => [
      [meaning, at === 0 ? `${sign} ` : '  '],
      ['dim', (at === 0 ? nameOf(step) : '').padEnd(NAME)],
      [step.what === 'failed' ? 'failed' : undefined, plain(line)],
    ],
  );
}

function signOf(
  { what, x, status, broken }: AuthorizationEvent,
  isRunning: boolean,
  { glyphs }: Theme,
): [string, Meaning] {
  if (x !== undefined) {
    if (broken !== undefined) return [glyphs.error, 'error'];
    if (status === undefined) return [glyphs.bullet, 'running'];
    return status >= 400 ? [glyphs.finding, 'finding'] : [glyphs.ok, 'ok'];
  }
  if (what === 'remark') return [glyphs.finding, 'finding'];
  if (what === 'failed') return [glyphs.error, 'failed'];
  if (what === 'granted') return [glyphs.ok, 'ok'];
  return [glyphs.bullet, isRunning ? 'running' : 'dim'];
}

/** What a step is called. */
function nameOf({ what }: AuthorizationEvent): string {
  switch (what) {
    case 'wanted':
      return 'refused';
    case 'asked':
      return 'page';
    case 'answered':
      return 'answer';
    case 'kept':
      return 'token';
    case 'client':
    case 'remark':
    case 'granted':
    case 'failed':
    case 'forgotten':
    case 'registration':
    case 'callback':
    case 'token':
    case 'refresh':
    case 'resource metadata':
    case 'server metadata':
      return what;
  }
}
