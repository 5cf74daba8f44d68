/** Put in by the build; not there when the sources run unbundled, in tests. */
declare const __VERSION__: string | undefined;

/** The version of this program as in package.json: what we tell servers and write into transcripts. */
export const version: string = typeof __VERSION__ === 'string' ? __VERSION__ : '0.0.0-source';
