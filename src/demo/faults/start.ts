import type { FaultName } from '../faults.ts';

/** What goes wrong before the first message. */
export function spoilStart(faults: readonly FaultName[]): void {
  if (faults.includes('banner')) process.stdout.write(BANNER);
  if (!faults.includes('stderr-noise')) return;
  for (let i = 1; i <= NOISE; i += 1) {
    console.error(`\x1b[33mWARN\x1b[0m  [dome] hinge ${i} squeaks \x07(warning ${i}, and not the last)`);
  }
}

const BANNER = '*** Kestrel Hill Observatory ***\nLoading 12,000 objects… done\n';

const NOISE = 200;
