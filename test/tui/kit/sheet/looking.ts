import type { Host } from '../../../../src/host/host.ts';
import { createRedactor } from '../../../../src/session/redaction/redactor.ts';
import { flowOf } from '../../../../src/tui/kit/sheet/flow.ts';
import { lookAt, type SheetLook } from '../../../../src/tui/kit/sheet/opened.ts';
import { stop } from '../../../../src/tui/kit/sheet/place.ts';
import { jsonSection, textSection } from '../../../../src/tui/kit/sheet/sections.ts';
import type { Section, Sheet, SheetUi, View } from '../../../../src/tui/kit/sheet/sheet.ts';
import { sheetWindow } from '../../../../src/tui/kit/sheet/window.ts';
import { createTheme } from '../../../../src/tui/world/theme.ts';
import { handshake, type Step } from '../../../support/conversation.ts';
import { told } from '../../../support/told.ts';

export const plain = createTheme({ ascii: false, colour: false });

/** A sheet of these sections that hides nothing. */
export const sheetOf = (...sections: readonly Section[]): Sheet => ({
  key: 'test',
  sections,
  hide: (json) => json,
  whole: () => '',
  file: 'test',
});

/** A section of a value as JSON. */
export function json(value: unknown, id = 'json'): Section {
  return jsonSection(id, JSON.stringify(value), `/${id}`) ?? textSection(id, 'no JSON');
}

/** A sheet looked at for the first time. */
export const first = (sheet: Sheet): SheetLook => lookAt({}, 'pane', sheet);

/** The rows that are seen. */
export function seen({ sheet, ui }: SheetLook, view: View = { cells: 60, height: 40 }): readonly string[] {
  const flow = flowOf(sheet, ui);
  const at = stop(flow, ui.at, view);
  return sheetWindow({ sheet, flow, ui, at }, view, false, plain).map(({ text }) => text.trimEnd());
}

/** The same look in another state. */
export const but = ({ sheet }: SheetLook, ui: SheetUi): SheetLook => ({ sheet, ui });

/** A session in which a call was answered so; its request has the seq 5. */
export function answered(method: string, params: object, ...answer: readonly Step[]): Host {
  const steps: readonly Step[] = [...handshake({ tools: {} }), ['c2s', { id: 7, method, params }], ...answer];
  return { ...told(...steps).host, mask: createRedactor().mask };
}

/** The same, answered with a result. */
export const resulting = (method: string, result: unknown): Host =>
  answered(method, { name: 'it' }, ['s2c', { id: 7, result }]);
