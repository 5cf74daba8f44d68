/** A text to copy, or why there is none, in one sentence. */
export type SnippetText = { readonly text: string } | { readonly why: string };
