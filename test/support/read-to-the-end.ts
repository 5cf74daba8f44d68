import { readSync } from 'node:fs';
import type { Readable } from 'node:stream';
import type { IPty } from '@lydell/node-pty';

/**
 * Has a pseudo-terminal give all that its program has written. When the program has ended, libuv reads once more, up to
 * 4 kB, and takes that for the end; and node-pty waits 200 ms for it at most. On a busy machine more is left than that.
 */
export function readToTheEnd(pty: IPty): void {
  // The interface leaves these out.
  const { _socket: socket, fd } = pty as unknown as { readonly _socket: Readable; readonly fd: number };
  const push = socket.push.bind(socket);
  const destroy = socket.destroy.bind(socket);
  socket.push = (chunk, encoding) => {
    if (chunk === null) for (const rest of remaining(fd)) push(rest);
    return push(chunk, encoding);
  };
  socket.destroy = (error) => {
    if (!socket.destroyed && !socket.readableEnded) for (const rest of remaining(fd)) push(rest);
    return destroy(error);
  };
}

/** What can be read now of a terminal that does not block. */
function* remaining(fd: number): Generator<Buffer> {
  const buffer = Buffer.alloc(65_536);
  for (;;) {
    let count = 0;
    try {
      count = readSync(fd, buffer);
    } catch (error) {
      // Nothing is there, and with EIO nobody who could write any more.
      if (!['EAGAIN', 'EIO'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    }
    if (count === 0) return;
    yield Buffer.from(buffer.subarray(0, count));
  }
}
