import type { Entry, HttpEntry, LifeEntry } from './frame.ts';

/** The text of a line as rows show it. */
export function textOf(entry: Entry): string {
  switch (entry.type) {
    case 'frame':
      return entry.msg;
    case 'invalid':
      return entry.text ?? entry.base64 ?? '';
    case 'stderr':
      return entry.text;
    case 'http':
      return httpText(entry);
    case 'life':
      return entry.detail ?? '';
    case 'finding':
      return entry.message;
    case 'note':
      return entry.text ?? '';
  }
}

/** What a step in the life of the connection says, a line for each thing: the event first. */
export function lifeLines({ event, pid, code, signal, re, detail = '' }: LifeEntry): readonly string[] {
  const told = [
    `${event}${pid === undefined ? '' : `, process ${pid}`}`,
    code === undefined ? '' : `exit code ${code}`,
    signal === undefined ? '' : `ended by ${signal}`,
    re === undefined ? '' : `request #${re}`,
    detail,
  ];
  return told.filter((text) => text !== '');
}

/** What a line of HTTP says, its headers aside. */
function httpText({ phase, method, url, status, event, body, base64, detail }: HttpEntry): string {
  const said = [phase, method, url, status, detail, ...Object.values(event ?? {}), body ?? base64];
  return said.filter((part) => part !== undefined).join(' ');
}
