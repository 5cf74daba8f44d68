import type { Checks } from '../spec/check/thorough.ts';
import type { Options } from './options.ts';

/** What the user wants frames to be held against. */
export const checksOf = ({ noLint, noSdkCheck }: Options): Checks => ({ lint: !noLint, sdk: !noSdkCheck });
