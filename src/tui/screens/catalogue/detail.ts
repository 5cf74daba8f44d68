import type { BoundaryCall } from '../../../form/boundary.ts';
import { openForm } from '../../../form/form.ts';
import { promptSchema } from '../../../form/prompt.ts';
import { templateSchema } from '../../../form/template.ts';
import { jsonOf } from '../../../json/json-of.ts';
import { isObject } from '../../../json/shape.ts';
import type { SessionState } from '../../../session/state.ts';
import type { PastCall } from '../../../settings/history.ts';
import { announcesTasks, taskSupport } from '../../../spec/task.ts';
import { memo } from '../../../time/memo.ts';
import { type FormUi, formUi, openFormUi, reopened, textToSend } from '../../kit/form/state.ts';
import type { SheetUi } from '../../kit/sheet/sheet.ts';
import type { Ui } from '../../world/ui.ts';
import type { ListEntry } from './entries.ts';
import { lastCall, type Recalled, type RecordedCall, recordedCall } from './recalled.ts';

declare module '../../world/ui.ts' {
  interface Ui {
    /** Forms and newest calls of what was opened on the list screens. */
    readonly details: Details;
  }
}

/** What belongs to one tool, resource, template or prompt on screen; it stays when the person goes elsewhere. */
export interface Detail {
  /** The schema the form was opened for; a new one opens a new form with what was entered. */
  readonly schema: unknown;
  readonly form: FormUi;
  /** What is shown; where both have room, which of them has the focus. */
  readonly showing: 'form' | 'result';
  /** The seq of the newest request for it, or of an earlier one that is looked at again. */
  readonly call?: number;
  /** The form as it was when that was sent. */
  readonly sent?: FormUi;
  /** While that is an earlier one: the seq of the newest. */
  readonly past?: number;
  /** The seq of an earlier request: what differs in the answer to the newest is shown in its place. */
  readonly against?: number;
  /** A resource that the result links to is read in its place, by the seq of the request. */
  readonly link?: {
    readonly seq: number;
    readonly uri: string;
    /** How the result looked that it was followed from. */
    readonly from?: SheetUi | undefined;
  };
  /** The newest request had these arguments instead of what the form holds. */
  readonly boundary?: BoundaryCall;
  /** The person wants it run as a task, or not, whatever the tool says. */
  readonly asTask?: boolean;
}

/** The details that were opened, by the key of their entry. */
export type Details = Readonly<Record<string, Detail>>;

/**
 * The detail of an entry as it stands: what was opened before, or a new one with the arguments of its last call, which
 * in a recording is shown with its result.
 */
export function detailOf(details: Details, recalled: Recalled, entry: ListEntry): Detail {
  const known = Object.hasOwn(details, entry.key) ? details[entry.key] : undefined;
  if (known !== undefined && sameSchema(known.schema, schemaOf(entry))) return known;
  return draftOf(entry, known, recordedCall(recalled, entry), lastCall(recalled, entry));
}

/** A detail that nobody has changed yet. */
const draftOf = memo(
  (
    entry: ListEntry,
    known: Detail | undefined,
    recorded: RecordedCall | undefined,
    past: PastCall | undefined,
  ): Detail => {
    const typed = known !== undefined && isTyped(known, past) ? known.form : undefined;
    const opened = recorded === undefined ? called(entry, past, typed) : answered(entry, recorded);
    return { ...opened, ...(known?.showing === 'result' ? resultOf(known) : {}) };
  },
);

/** A result that is looked at stays on screen, although the form behind it is another one now. */
function resultOf({ call }: Detail): Partial<Detail> {
  return { showing: 'result', ...(call === undefined ? {} : { call }) };
}

/** Does the form hold something else than it began with? */
const isTyped = ({ schema, form }: Detail, past: PastCall | undefined): boolean =>
  form.json !== undefined || textToSend(form) !== textToSend(openFormUi(schema, past?.arguments));

/** With what was typed, where another schema takes the place of the one it was typed for. */
function called(entry: ListEntry, past: PastCall | undefined, typed: FormUi | undefined): Detail {
  const schema = schemaOf(entry);
  const form =
    typed === undefined ? openFormUi(schema, past?.arguments, past?.left) : reopened(schema, typed);
  return { schema, form, showing: 'form' };
}

function answered(entry: ListEntry, recorded: RecordedCall): Detail {
  const schema = schemaOf(entry);
  const form = formUi(openForm(schema, { initial: recorded.arguments }));
  return { schema, form, showing: 'result', call: recorded.seq };
}

/** The ui with the detail of an entry changed; the same ui when the change gives the same detail back. */
export const withDetail =
  (entry: ListEntry, change: (detail: Detail) => Detail) =>
  (ui: Ui): Ui => {
    const before = detailOf(ui.details, ui.recalled, entry);
    const detail = change(before);
    return detail === before ? ui : { ...ui, details: { ...ui.details, [entry.key]: detail } };
  };

/** The detail with the result of a request, compared with that of an earlier one or as it is. */
export const withResult = (
  { against: _, past: __, ...detail }: Detail,
  call: number,
  against?: number,
): Detail => ({ ...detail, call, ...(against !== undefined && { against }) });

/** The schema of what an entry is asked with: a tool's own, a prompt's arguments, a template's variables. */
export function schemaOf({ list, item }: ListEntry): unknown {
  const raw = isObject(item.raw) ? item.raw : {};
  switch (list) {
    case 'tools':
      return raw['inputSchema'] ?? {};
    case 'prompts':
      return promptSchema(raw['arguments']);
    case 'resourceTemplates':
      return templateSchema(item.name);
    case 'resources':
    case 'skills':
      return NOTHING;
  }
}

/** A resource is read as it is. */
const NOTHING = { type: 'object', properties: {}, additionalProperties: false };

function sameSchema(one: unknown, other: unknown): boolean {
  return one === other || jsonOf(one) === jsonOf(other);
}

/**
 * Will the tool be asked to run as a task (basic/utilities/tasks, 2025-11-25)? As the person chose, else as the tool
 * demands, where the server announced tasks. Since 2026-07-28 the server decides, and nobody asks.
 */
export function runsAsTask(
  state: Pick<SessionState, 'era' | 'capabilities'>,
  { list, item }: ListEntry,
  { asTask }: Pick<Detail, 'asTask'>,
): boolean {
  if (list !== 'tools' || state.era === 'modern') return false;
  return asTask ?? (announcesTasks(state, 'call') && taskSupport(item.raw) === 'required');
}
