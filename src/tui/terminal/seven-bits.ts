/** Punctuation of ours and what stands for it in seven bits, in as many cells. */
const NEAREST: Readonly<Record<string, string>> = {
  '·': '-',
  '…': '~',
  '×': 'x',
  '–': '-',
  '—': '-',
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '✓': '+',
  '✗': 'x',
};

const BEYOND = new RegExp(`[${Object.keys(NEAREST).join('')}]`, 'g');

/** The stream with the punctuation of sentences written in seven bits; letters of other scripts stay as they are. */
export function sevenBits(stdout: NodeJS.WriteStream): NodeJS.WriteStream {
  const write = (text: string, ...rest: []) => stdout.write(plain(text), ...rest);
  return new Proxy(stdout, {
    get(target, name) {
      if (name === 'write') return write;
      const member: unknown = Reflect.get(target, name);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}

/** A text with that punctuation in seven bits. */
export const plain = (text: string): string => text.replace(BEYOND, (sign) => NEAREST[sign] ?? sign);
