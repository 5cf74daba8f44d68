import { parentPort, workerData } from 'node:worker_threads';
import type { DecodingWork } from './decoder.ts';
import { type Decoded, decode } from './pictures/decode.ts';
import { fitted, scaled } from './pictures/raster.ts';

// This file is a thread: it decodes one picture, tells what came of it, and ends.

const { base64, mimeType, within }: DecodingWork = workerData;
const decoded = decode(Buffer.from(base64, 'base64'), mimeType);
parentPort?.postMessage(decoded.kind === 'failed' ? decoded : reduced(decoded.raster));

function reduced(raster: (Decoded & { readonly kind: 'raster' })['raster']): Decoded {
  return { kind: 'raster', raster: scaled(raster, fitted(raster, within)) };
}
