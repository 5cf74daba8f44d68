import { randomUUID } from 'node:crypto';
import type { CallToolResult, Server } from '@modelcontextprotocol/server';
import { Refusal } from './refusal.ts';
import { text } from './tool.ts';

/** The extension that has tasks since 2026-07-28. */
export const TASKS = 'io.modelcontextprotocol/tasks';

/** A plate takes as long; a survey is kept, and is to be asked for, as often; in ms. */
export const PLATE = 1_000;
const KEPT = 300_000;
const INTERVAL = 500;

interface Survey {
  readonly plates: number;
  /** ms since 1970. */
  readonly began: number;
  cancelled: boolean;
}

/** Those of all clients: over HTTP each request has a server of its own. */
const surveys = new Map<string, Survey>();

/** Begins a survey that is gone on with while the client does something else; it is asked for under its id. */
export function beginSurvey(plates: number): CallToolResult {
  const id = randomUUID();
  surveys.set(id, { plates, began: Date.now(), cancelled: false });
  // The SDK has no type for it, and lets a result of another type pass as it is.
  return { resultType: 'task', ...taskOf(id) } as unknown as CallToolResult;
}

/** What is said when all plates are taken. */
export const surveyed = (plates: number) =>
  text(
    plates === 1 ? 'One plate, and it is sharp.' : `${plates} plates, all sharp but the one with the owl.`,
  );

/** Which plate is taken. */
export const plateWords = (plate: number, of: number): string => `plate ${plate} of ${of}`;

/** Serves what the extension asks for: how a survey stands, and its end before its time. */
export function serveSurveys(server: Server): void {
  server.setRequestHandler('tasks/get', ANYTHING, (params) => taskOf(idIn(params)));
  server.setRequestHandler('tasks/cancel', ANYTHING, (params) => {
    surveyOf(idIn(params)).cancelled = true;
    return {};
  });
}

/** A task as it stands: how many plates there are is told by the clock. */
function taskOf(id: string): Record<string, unknown> {
  const { plates, began, cancelled } = surveyOf(id);
  const taken = Math.floor((Date.now() - began) / PLATE);
  const isDone = taken >= plates;
  const status = isDone ? 'completed' : cancelled ? 'cancelled' : 'working';
  return {
    taskId: id,
    status,
    ...(status === 'working' ? { statusMessage: plateWords(taken + 1, plates) } : {}),
    createdAt: new Date(began).toISOString(),
    lastUpdatedAt: new Date(began + Math.min(taken, plates) * PLATE).toISOString(),
    ttlMs: KEPT,
    pollIntervalMs: INTERVAL,
    ...(isDone ? { result: surveyed(plates) } : {}),
  };
}

function surveyOf(id: string): Survey {
  const survey = surveys.get(id);
  if (survey === undefined) throw new Refusal(-32602, `There is no survey ${id}`);
  return survey;
}

const idIn = (params: unknown): string => String(Object(params)['taskId']);

/** The methods are not those of the SDK, which is told that anything will do. */
const anything = {
  '~standard': { version: 1 as const, vendor: 'kestrel-hill', validate: (value: unknown) => ({ value }) },
};
const ANYTHING = { params: anything, result: anything };
