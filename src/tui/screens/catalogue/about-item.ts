import { frontmatterDifference, frontmatterText } from '../../../check/skill/frontmatter.ts';
import { bytesOf, fileFaults, skillOf } from '../../../check/skill/skill.ts';
import type { Host } from '../../../host/host.ts';
import { isObject } from '../../../json/shape.ts';
import { latest } from '../../../session/log/log.ts';
import { appOf, isAppOnly } from '../../../surface/app.ts';
import { ORIGIN_KINDS, type OriginKind, viewOf } from '../../../surface/view.ts';
import { firstOf } from '../../../text/few.ts';
import { bytes, counted } from '../../../text/measure.ts';
import { visible } from '../../../text/visible.ts';
import { memo } from '../../../time/memo.ts';
import { textSection } from '../../kit/sheet/sections.ts';
import type { Section } from '../../kit/sheet/sheet.ts';
import type { Ui } from '../../world/ui.ts';
import type { ListEntry } from './entries.ts';
import { recordedCall } from './recalled.ts';
import { readSeq, viewUriOf } from './views.ts';

/** What is to be said of an item besides what it says of itself. */
interface AboutItem {
  /** It differs when what is said does. */
  readonly key: string;
  readonly sections: readonly Section[];
}

/** The view of a tool, or the files of a skill, as far as they were read; nothing for any other item. */
export function aboutItem(host: Host, ui: Ui, entry: ListEntry): AboutItem | undefined {
  const facts = factsOf(host, ui, entry);
  if (facts === undefined) return undefined;
  const { title, rows } = facts;
  const lines = rows.map(([label, text]) => `${label.padEnd(LABEL)} ${text}`.trimEnd());
  return {
    key: JSON.stringify(lines),
    sections: [
      textSection('about title', [title], { meaning: 'strong', path: '' }),
      ...lines.map((line, place) => textSection(`about ${place}`, [host.mask(visible(line))])),
    ],
  };
}

const LABEL = 12;

/** A label, what is so, and whether that is wrong. */
type Fact = readonly [label: string, text: string, isWrong?: boolean];

interface Facts {
  readonly title: string;
  readonly rows: readonly Fact[];
}

/** What there is to say of an item; made again only when something else was listed, read or called: a file may have many MB. */
function factsOf(host: Pick<Host, 'log' | 'store'>, ui: Ui, entry: ListEntry): Facts | undefined {
  const { raw } = entry.item;
  const isSkill = entry.list === 'skills';
  if (!isSkill && viewUriOf(entry) === undefined && appOf(raw) === undefined) return undefined;
  const { uri, files } = skillOf(raw);
  const uris = isSkill
    ? [uri, ...(Array.isArray(files) ? files.map((file) => file.uri) : [])]
    : [viewUriOf(entry) ?? ''];
  const seqs = [...uris.map((one) => answerOf(host, ui, one)), calledIn(host, ui, entry)].join();
  const kept = factsKept(host.log, entry.list, raw, host.store.state().lists.resources.items, seqs);
  kept.facts ??= isSkill ? skillFacts(host, ui, entry) : viewFacts(host, ui, entry);
  return kept.facts;
}

/** The place where facts are kept until one of those that decide about them is another. */
const factsKept = memo((..._: readonly unknown[]): { facts?: Facts } => ({}));

/** The seq of the answer to the newest request that read a resource. */
function answerOf({ log }: Pick<Host, 'log'>, ui: Ui, uri: string): number | undefined {
  const asked = readSeq(ui, uri);
  return asked === undefined ? undefined : log.row(latest(log, asked))?.answer;
}

/** What an answer to `resources/read` holds; why there is none; nothing where it was not asked for, or is awaited. */
export function readIn(
  host: Pick<Host, 'log'>,
  ui: Ui,
  uri: string,
): { readonly seq: number; readonly contents?: readonly unknown[]; readonly why?: string } | undefined {
  const { log } = host;
  const seq = answerOf(host, ui, uri);
  if (seq === undefined) return undefined;
  const message: unknown = log.row(seq)?.type === 'frame' ? JSON.parse(log.text(seq) ?? 'null') : undefined;
  const { result, error } = isObject(message) ? message : {};
  if (isObject(result) && Array.isArray(result['contents'])) return { seq, contents: result['contents'] };
  const said =
    isObject(error) && typeof error['message'] === 'string' ? error['message'] : 'there is no answer';
  return { seq, why: said };
}

/** The view of a tool, or of a resource, in rows (MCP Apps). */
export function viewFacts(host: Pick<Host, 'log' | 'store'>, ui: Ui, entry: ListEntry): Facts {
  const uri = viewUriOf(entry);
  const visibility = (appOf(entry.item.raw)?.visibility ?? []).map(String);
  const who: readonly Fact[] =
    entry.list === 'tools'
      ? [
          [
            'visibility',
            `${visibility.join(', ') || 'nobody'}${isAppOnly(entry.item.raw) ? ': a model may not call it' : ''}`,
          ],
          ['without it', fallback(host, ui, entry)],
        ]
      : [];
  if (uri === undefined) return { title: 'App', rows: who };
  const read = readIn(host, ui, uri);
  const listed = host.store.state().lists.resources.items.find(({ name }) => name === uri)?.raw;
  const view = read?.contents === undefined ? undefined : viewOf(uri, read.contents, listed);
  const head: readonly Fact[] = [['view', uri]];
  if (read === undefined)
    return { title: 'App', rows: [...head, ['read', 'not yet · o reads and saves it'], ...who] };
  if (view === undefined)
    return {
      title: 'App',
      rows: [...head, ['read', `failed in #${read.seq}: ${read.why ?? 'no text and no blob'}`], ...who],
    };
  const policy = Object.entries(ORIGIN_KINDS).map(
    ([kind, label]): Fact => [label, view.origins[kind as OriginKind].join(', ') || 'no origin'],
  );
  return {
    title: 'App',
    rows: [
      ...head,
      ['read', `in #${read.seq} · ${bytes(view.size)} · o saves it`],
      ['type', view.mimeType ?? 'no MIME type'],
      ...policy,
      ['permissions', view.permissions.join(', ') || 'none'],
      ...(view.domain === undefined ? [] : [['domain', view.domain] as const]),
      ...who,
    ],
  };
}

/** The seq of the answer to the newest call of an item. */
function calledIn({ log }: Pick<Host, 'log'>, ui: Ui, entry: ListEntry): number | undefined {
  const { key } = entry;
  const known = Object.hasOwn(ui.details, key) ? ui.details[key]?.call : undefined;
  const call = known ?? recordedCall(ui.recalled, entry)?.seq;
  return call === undefined ? undefined : log.row(latest(log, call))?.answer;
}

/** What a client without views, and the model, get of the newest result. */
function fallback(host: Pick<Host, 'log'>, ui: Ui, entry: ListEntry): string {
  const { log } = host;
  const answer = calledIn(host, ui, entry);
  const message: unknown = answer === undefined ? undefined : JSON.parse(log.text(answer) ?? 'null');
  const result = isObject(message) ? message['result'] : undefined;
  if (!isObject(result)) return 'not known: call it to see its content';
  const { content } = result;
  const parts = Array.isArray(content) ? content.length : 0;
  return `${parts === 0 ? 'nothing' : counted(parts, 'part')} in the content of #${answer}`;
}

/** A skill and its files, in rows: each that was read is held against its digest (ext-skills). */
function skillFacts(host: Pick<Host, 'log'>, ui: Ui, { item }: ListEntry): Facts {
  const { uri, files, frontmatter } = skillOf(item.raw);
  const list = Array.isArray(files) ? files : [];
  const folder = uri.replace(/[^/]*$/, '');
  const rows = list.map((file): Fact => {
    const read = readIn(host, ui, file.uri);
    const content = read?.contents === undefined ? undefined : bytesOf(file.uri, read.contents);
    const size = typeof file.size === 'number' ? `${bytes(file.size)} · ` : '';
    const name = file.uri.startsWith(folder) ? file.uri.slice(folder.length) : file.uri;
    if (content === undefined) {
      const told = read === undefined ? 'not read' : `failed: ${read.why ?? 'no text and no blob'}`;
      return ['file', `${name} · ${size}${told}`, read !== undefined];
    }
    const faults = fileFaults(file, content).map(({ says }) => says);
    const told = faults.length === 0 ? 'fits its digest' : faults.join('; ');
    return ['file', `${name} · ${size}${told}`, faults.length > 0];
  });
  const said =
    files === 'dynamic'
      ? 'dynamic: no digests'
      : files === undefined
        ? 'not listed'
        : counted(list.length, 'file');
  return {
    title: 'Skill',
    rows: [['files', said], ...rows, ...frontmatterFacts(host, ui, uri, frontmatter)],
  };
}

function frontmatterFacts(host: Pick<Host, 'log'>, ui: Ui, uri: string, given: unknown): readonly Fact[] {
  const read = readIn(host, ui, uri);
  const content = read?.contents === undefined ? undefined : bytesOf(uri, read.contents);
  if (content === undefined) return [];
  const text = frontmatterText(content.toString());
  if (text === undefined) return [['frontmatter', 'missing in SKILL.md', true]];
  const differing = frontmatterDifference(text, given);
  if (differing === undefined) return [];
  return differing.length === 0
    ? [['frontmatter', 'as in SKILL.md']]
    : [['frontmatter', `differs from SKILL.md: ${firstOf(differing, 5)}`, true]];
}

/** What is wrong with a skill that was just read, in a sentence; nothing when it fits its entry. */
export function skillFault(host: Pick<Host, 'log' | 'store'>, ui: Ui, entry: ListEntry): string | undefined {
  const rows = (factsOf(host, ui, entry)?.rows ?? []).filter(([, , isWrong]) => isWrong === true);
  return rows.length === 0
    ? undefined
    : rows.map(([label, text]) => (label === 'file' ? text : `${label} ${text}`)).join('; ');
}
