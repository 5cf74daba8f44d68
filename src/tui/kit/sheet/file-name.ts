/** A name for a file from words of the server's: the last part of a path, nothing that a file system minds. */
export function fileName(subject: string, mark: string | number): string {
  const last = subject.split(/[/\\]/).findLast((part) => part !== '') ?? '';
  const plain = last
    .replace(/(?<=.)\.\w{1,5}$/, '')
    .replace(/[^\p{L}\p{N}._-]+/gu, '-')
    .replace(/^[.-]+|(?<![.-])[.-]+$/g, '')
    .slice(0, 60);
  return plain === '' ? String(mark) : `${plain}-${mark}`;
}

/** The extension for a type of content, with its dot. */
export function extensionOf(mimeType: string): string {
  const [type = '', subtype = ''] = mimeType.toLowerCase().split(/[/;]/);
  const known = KNOWN.get(subtype.trim()) ?? (/^[a-z0-9]{2,5}$/.test(subtype.trim()) ? subtype.trim() : '');
  if (known !== '') return `.${known}`;
  return type === 'text' ? '.txt' : '.bin';
}

const KNOWN: ReadonlyMap<string, string> = new Map([
  ['plain', 'txt'],
  ['markdown', 'md'],
  ['javascript', 'js'],
  ['jpeg', 'jpg'],
  ['svg+xml', 'svg'],
  ['mpeg', 'mp3'],
  ['x-wav', 'wav'],
  ['octet-stream', 'bin'],
]);
