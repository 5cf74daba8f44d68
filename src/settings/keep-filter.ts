import { applyEdits, modify } from 'jsonc-parser';
import { replace } from '../disk/write.ts';
import { parseJsonc } from '../json/jsonc.ts';
import { isObject } from '../json/shape.ts';
import { reason } from '../text/reason.ts';
import { find } from './file.ts';

const EMPTY = '{\n  "version": 1\n}\n';

/**
 * Writes a filter under its name into `settings.json`; all else stays as it is, comments too. Returns why it could not
 * be written, in one sentence. Never throws.
 */
export function keepFilter(path: string, name: string, filter: string): string | undefined {
  const found = find(path);
  if (found !== undefined && 'why' in found) return found.why;
  const text = found?.text ?? EMPTY;
  const parsed = parseJsonc(text);
  if ('problem' in parsed || !isObject(parsed.value))
    return `${path} is not written to: it is not a JSON object`;
  const { version, filters = {} } = parsed.value;
  if (typeof version === 'number' && version > 1)
    return `${path} is of version ${version}, which this program leaves alone`;
  if (!isObject(filters)) return `${path} is not written to: filters is not an object`;
  const formattingOptions = { insertSpaces: true, tabSize: 2, eol: text.includes('\r\n') ? '\r\n' : '\n' };
  try {
    const edits = modify(text, ['filters', name], filter, { formattingOptions });
    replace(path, applyEdits(text, edits), 0o666);
    return undefined;
  } catch (error) {
    return `${path} cannot be written: ${reason(error)}`;
  }
}
