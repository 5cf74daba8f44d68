/** What is asked of a server: a tool called, a prompt got, a resource read. */
export type Invocation =
  | {
      readonly method: 'tools/call' | 'prompts/get';
      readonly name: string;
      /** The exact JSON text of an object. */
      readonly arguments: string;
      /** The arguments as words of our command line, in their order, where words can say the same. */
      readonly words?: readonly ArgumentWord[] | undefined;
      /** The tool is to run as a task (2025-11-25). */
      readonly asTask?: true;
    }
  | { readonly method: 'resources/read'; readonly uri: string };

/** A member of arguments as a word: `key`, which ends in `=` or `:=`, and right after it `value`. */
export interface ArgumentWord {
  readonly key: string;
  readonly value: string;
}
