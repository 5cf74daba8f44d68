import type { Host } from '../host/host.ts';
import { jsonOf } from '../json/json-of.ts';
import { otherClient } from '../session/negotiation.ts';
import type { SessionState } from '../session/state.ts';
import { addressOf } from '../session/target.ts';
import { LIST_NAMES, type ListName } from '../spec/methods.ts';
import { ruleOf } from '../spec/rules.ts';
import { andMore } from '../text/few.ts';
import { counted } from '../text/measure.ts';
import { quoteShell } from '../text/quote.ts';
import { visible, visibleLines } from '../text/visible.ts';
import { headingOf, itemLines } from './item.ts';
import { placeText } from './notes.ts';

/**
 * The plain report of a session: who the server is, what both sides can do, its lists, and what was found wrong.
 * Lines are safe to show and hold no secret; a recording's report is the same as that of the live session.
 */
export function reportLines(host: Host): string[] {
  const state = host.store.state();
  const lines = [
    ...identity(state),
    ...section('Server capabilities', capabilities(state.capabilities.server)),
    ...section('Client capabilities', capabilities(state.capabilities.client)),
    ...LIST_NAMES.flatMap((name) => list(name, state)),
    ...findings(state),
    ...aboutLog(state),
    ...lost(state),
  ];
  return lines.map((line) => host.mask(line));
}

/** Why it is no longer connected, below what is known of it. */
const lost = ({ phase, why, ending }: SessionState): string[] =>
  phase === 'failed' && !ending
    ? section(
        'Connection: lost',
        why.map((line) => `  ${visible(line)}`),
      )
    : [];

function identity(state: SessionState): string[] {
  const { server, negotiated, requestedVersion, instructions, process } = state;
  const name = [server?.name ?? nameInLog(state) ?? '(no name)', server?.version]
    .filter((word) => word !== undefined)
    .join(' ');
  const protocol =
    negotiated === undefined
      ? requestedVersion && `${requestedVersion} requested`
      : negotiated === requestedVersion
        ? negotiated
        : `${negotiated} (requested ${requestedVersion})`;
  const facts: [string, string | undefined][] = [
    ['title', server?.title],
    ['about', server?.description],
    ['website', server?.websiteUrl],
    ...targetFacts(state),
    ['process', process?.pid === undefined ? undefined : String(process.pid)],
    ['client', otherClient(state)],
    ['protocol', protocol],
  ];
  const said = instructions === undefined ? [] : visibleLines(instructions.trimEnd());
  return [
    visible(name),
    ...facts.flatMap(([label, value]) => (value === undefined ? [] : [fact(label, visible(value))])),
    ...said.map((line, place) => fact(place === 0 ? 'instructions' : '', line)),
  ];
}

/** What a log of another program calls a server that says no name. */
const nameInLog = ({ target }: SessionState): string | undefined =>
  target.transport === 'recorded' ? target.log?.server : undefined;

function targetFacts({ target, transport }: SessionState): [string, string | undefined][] {
  if (target.transport === 'recorded') {
    return [
      [target.log === undefined ? 'recording' : 'log', target.path],
      [target.log === undefined ? 'of' : 'kind', target.of],
    ];
  }
  if (target.transport !== 'stdio') {
    return [
      ['address', addressOf(target)],
      ['headers', target.headers.map(([name]) => name).join(', ') || undefined],
      ['proxy', target.proxy],
      [
        'transport',
        transport ?? (target.transport === 'ws' ? 'ws (not in any revision of MCP)' : target.transport),
      ],
      ['certificate', target.insecure ? 'not checked (--insecure)' : undefined],
    ];
  }
  const given = target.given.length === 0 ? '' : `, given: ${target.given.join(', ')}`;
  return [
    ['command', quoteShell([target.command, ...target.args])],
    ['folder', target.cwd],
    ['environment', `${counted(Object.keys(target.env).length, 'variable')}${given}`],
    ['transport', target.transport],
  ];
}

/** Each capability with the members that are switched on; what is not an object is shown as sent. */
function capabilities(announced: Readonly<Record<string, unknown>> | undefined): string[] {
  const rows = Object.entries(announced ?? {}).map(([name, value]) => {
    const members = typeof value === 'object' && value !== null ? Object.entries(value) : undefined;
    const shown = members?.map(([key, on]) => (on === true ? key : `${key}: ${jsonOf(on)}`));
    return fact(visible(name), visible(shown?.join(', ') ?? jsonOf(value)));
  });
  return rows.length === 0 ? ['  none'] : rows;
}

function list(name: ListName, { lists }: SessionState): string[] {
  const { state, items, why } = lists[name];
  switch (state) {
    case 'done':
      return section(`${headingOf(name)} (${items.length})`, indented(name, items));
    case 'loading':
      return section(`${headingOf(name)} (${items.length}, more to come)`, indented(name, items));
    case 'failed':
      return section(`${headingOf(name)}: ${visible(why ?? 'failed')}`, indented(name, items));
    case 'not announced':
      // An extension is no more than that.
      return name === 'skills' ? [] : ['', `${headingOf(name)}: not supported`];
    case 'unasked':
      return ['', `${headingOf(name)}: not loaded`];
  }
}

function indented(name: ListName, items: Parameters<typeof itemLines>[1]): string[] {
  return itemLines(name, items).map((line) => `  ${line}`);
}

/** Those about the other client stand by themselves, where one drives the session. */
function findings({ findings, counts, uses }: SessionState): string[] {
  if (counts.findings === 0) return ['', 'Findings: none'];
  const kept = sum(findings);
  const more = counts.findings > kept ? [` ${andMore(counts.findings - kept)}, from other rules`] : [];
  if (uses === undefined)
    return section(`Findings (${counts.findings})`, [...findings.flatMap(ruleLines), ...more]);
  const [client, server] = [
    findings.filter(({ side }) => side === 'client'),
    findings.filter(({ side }) => side !== 'client'),
  ];
  return [
    ...aboutSide('server', server),
    ...aboutSide('client', client),
    ...(more.length === 0 ? [] : section('Findings', more)),
  ];
}

const aboutSide = (side: string, findings: SessionState['findings']): string[] =>
  findings.length === 0
    ? ['', `Findings about the ${side}: none`]
    : section(`Findings about the ${side} (${sum(findings)})`, findings.flatMap(ruleLines));

/** What a log of another program leaves open: the server has no part in it. */
function aboutLog({ assumed }: SessionState): string[] {
  if (assumed.length === 0) return [];
  const said = assumed.map(({ message, at }) => `  ${visible(message)} (#${at})`);
  return section('About the log', [...said, `  ${ruleOf('foreign/assumed')?.next ?? ''}`]);
}

const sum = (findings: SessionState['findings']): number =>
  findings.reduce((all, { count }) => all + count, 0);

/** A rule, with the next step once, and where it was broken. */
function ruleLines({ rule, count, places }: SessionState['findings'][number]): readonly string[] {
  const shown = places
    .slice(0, PLACES)
    .map(({ message, path, at }) => `    ${visible(message + placeText(message, path))} (#${at})`);
  const more = count > shown.length ? [`   ${andMore(count - shown.length)}`] : [];
  return [`  ${visible(rule)}: ${ruleOf(rule)?.next ?? ''}`.trimEnd(), ...shown, ...more];
}

const PLACES = 5;
const LABEL_CELLS = 14;

function fact(label: string, value: string): string {
  return `  ${label.padEnd(LABEL_CELLS)}${value === '' ? '' : ` ${value}`}`.trimEnd();
}

function section(heading: string, lines: readonly string[]): string[] {
  return ['', heading, ...lines];
}
