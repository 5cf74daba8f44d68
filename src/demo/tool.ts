import type { CallToolResult, Tool as Definition, InputRequiredResult } from '@modelcontextprotocol/server';

/** Arguments that have passed the tool's input schema. */
export type Arguments = Readonly<Record<string, unknown>>;

/** What a tool may do besides answering. */
export interface ToolContext {
  /** The id of the request. */
  readonly id: string | number;
  /** Whether the request is one of the modern era. */
  readonly isModern: boolean;
  /** Aborts when the client cancels the call or goes away. */
  readonly signal: AbortSignal;
  /** Tells how far it is; does nothing when the client did not ask for it. */
  progress(done: number, total: number, message: string): Promise<void>;
  /** The same for a token that this request does not carry: a fault. */
  progressOf(token: string, done: number, total: number): Promise<void>;
  /** Sends `notifications/message`, if the client asked for this level: by request in the modern era. */
  log(level: 'debug' | 'info' | 'warning' | 'error', data: unknown): Promise<void>;
  /** What the client answered to what an earlier round of this call asked for, by the names given there. */
  readonly answers: Readonly<Record<string, unknown>> | undefined;
  /** Whether the client says that it takes an elicitation. */
  readonly canAsk: boolean;
  /** Whether the client takes a task in place of a result (since 2026-07-28). */
  readonly takesTasks: boolean;
}

type Answer = CallToolResult | InputRequiredResult;

/** A tool of the demonstration server: what is listed, and what a call does. */
export interface Tool {
  readonly definition: Definition;
  /**
   * Answers, or asks for input and is run again with the answers.
   * @throws Refusal to answer with a JSON-RPC error instead of a result
   */
  run(args: Arguments, context: ToolContext): Answer | Promise<Answer>;
}

/** A result of one piece of text. */
export const text = (said: string): CallToolResult => ({ content: [{ type: 'text', text: said }] });

/** A result for programs, with the same as text for clients that know no structured content (2025-06-18). */
export const structured = (value: Record<string, unknown>): CallToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(value) }],
  structuredContent: value,
});

/** A result that says what went wrong, for the model to read. */
export const failure = (said: string): CallToolResult => ({ ...text(said), isError: true });
