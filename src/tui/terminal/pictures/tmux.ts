/** A sequence that tmux passes on to the terminal around it as it is, where its `allow-passthrough` lets it. */
export const throughTmux = (sequence: string): string =>
  `\x1bPtmux;${sequence.replaceAll('\x1b', '\x1b\x1b')}\x1b\\`;
