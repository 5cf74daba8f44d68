import { itemsOf } from './log.ts';

/** What a log is read as: each thing in few words, and what was assumed. */
export const read = (content: string) => inWords(itemsOf('log.jsonl', content));

/** The same of a log whose reader is loaded first. */
export async function readLater(content: string) {
  const log = itemsOf('log.yaml', content);
  await log?.taken;
  return inWords(log);
}

function inWords({ kind, items = [], assumed = new Map() }: Partial<ReturnType<typeof itemsOf>> = {}) {
  const told = items.map((item) => {
    const { at, conn, restarts } = item;
    const time = at === undefined ? '' : new Date(at).toISOString().slice(17, 23);
    const what = (() => {
      switch (item.type) {
        case 'message':
          return [
            item.dir,
            item.text,
            item.part === undefined ? undefined : `${item.part[0] + 1}/${item.part[1]}`,
            item.x,
            item.ms,
            item.refused,
          ];
        case 'invalid':
          return ['invalid', item.dir, item.text, item.why];
        case 'stderr':
        case 'own':
          return [item.type, item.text];
        case 'life':
          return [item.event, item.detail];
        case 'http':
          return [
            item.phase,
            item.method,
            item.url,
            item.status,
            item.headers?.join(),
            item.body,
            item.detail,
          ];
      }
    })();
    return [time, conn, restarts && 'again', ...what]
      .filter((part) => part !== undefined && part !== '')
      .join(' ');
  });
  return { tool: kind?.tool, told, assumed: [...assumed].map(([about, said]) => `${about}: ${said}`) };
}

/** The subjects of what was assumed. */
export const subjects = ({ assumed }: { readonly assumed: readonly string[] }) =>
  assumed.map((said) => said.split(':')[0]);
