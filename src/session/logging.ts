import { isObject } from '../json/shape.ts';
import type { Finding } from '../spec/finding.ts';
import { LOG_LEVELS, type LogLevel, levelOf } from '../spec/log-level.ts';
import type { SessionState } from './state.ts';

/** The level that a request of the modern era asks for in its metadata (basic#request-metadata, 2026-07-28). */
export function levelWanted(params: unknown): LogLevel | undefined {
  const meta = isObject(params) && isObject(params['_meta']) ? params['_meta'] : {};
  return levelOf(meta['io.modelcontextprotocol/logLevel']);
}

/** The state after a request of the modern era, which says by itself what is logged for it. */
export function logging(state: SessionState, params: unknown): SessionState {
  const level = levelWanted(params);
  if (state.era !== 'modern' || level === state.logging.level) return state;
  return { ...state, logging: level === undefined ? {} : { level } };
}

/** The state after the server has agreed to a level (`subject` of the request), or has not. */
export function levelAnswered(
  state: SessionState,
  subject: string,
  refused: string | undefined,
): SessionState {
  const level = refused === undefined ? levelOf(subject) : state.logging.level;
  return {
    ...state,
    logging: { ...(level === undefined ? {} : { level }), ...(refused === undefined ? {} : { refused }) },
  };
}

/** What is wrong with the level of a log message, given the level that was set. */
export function checkLevel(
  { era, running, logging: told }: SessionState,
  params: unknown,
): readonly Finding[] {
  const level = isObject(params) ? levelOf(params['level']) : undefined;
  if (era !== 'modern') {
    // Until the server agrees to another level, either may apply.
    const isChanging = running.some(({ method }) => method === 'logging/setLevel');
    return isChanging ? [] : below(level, told.level, 'logging/setLevel');
  }
  const wanted = running
    .flatMap(({ logLevel }) => logLevel ?? [])
    .sort((one, other) => rank(one) - rank(other));
  if (wanted.length > 0) return below(level, wanted[0], 'the _meta of the request');
  const message = 'a log message that no request asked for (its _meta names no logLevel)';
  return [{ rule: 'modern/log', path: '/method', message }];
}

function below(level: LogLevel | undefined, least: LogLevel | undefined, by: string): readonly Finding[] {
  if (level === undefined || least === undefined || rank(level) >= rank(least)) return [];
  const message = `the level is ${level}, below ${least}, which ${by} asked for`;
  return [{ rule: 'log/below-level', path: '/params/level', message }];
}

const rank = (level: LogLevel): number => LOG_LEVELS.indexOf(level);
