// @ts-check
// Stands in for ip-address, of which socks uses this much: an address that Node.js has found to be one, as its bytes,
// and bytes as an address.

export class Address4 {
  /** @param {string} text */
  constructor(text) {
    this.text = text;
  }

  toArray() {
    return this.text.split('.').map(Number);
  }
}

export class Address6 {
  /** @param {string} text */
  constructor(text) {
    const [front = '', back] = text.replace(/%.*$/, '').split('::');
    const [first, last] = [groupsOf(front), groupsOf(back ?? '')];
    const left = back === undefined ? 0 : 8 - first.length - last.length;
    this.groups = [...first, ...Array(left).fill(0), ...last];
  }

  /** @param {readonly number[]} bytes sixteen */
  static fromByteArray(bytes) {
    return new Address6(bytes.map((byte, at) => (at > 0 && at % 2 === 0 ? ':' : '') + hex(byte, 2)).join(''));
  }

  canonicalForm() {
    return this.groups.map((group) => hex(group, 4)).join(':');
  }
}

/**
 * @param {number} value
 * @param {number} digits
 */
const hex = (value, digits) => value.toString(16).padStart(digits, '0');

/**
 * The groups of a part of an address; the last two may be written as an IPv4 address.
 * @param {string} part
 * @returns {number[]}
 */
const groupsOf = (part) =>
  part.split(':').flatMap((group) => {
    if (group === '') return [];
    if (!group.includes('.')) return [Number.parseInt(group, 16)];
    const [a = 0, b = 0, c = 0, d = 0] = new Address4(group).toArray();
    return [a * 256 + b, c * 256 + d];
  });
