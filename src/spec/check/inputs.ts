import { pointerOf } from '../../json/path.ts';
import { isObject } from '../../json/shape.ts';
import type { Finding } from '../finding.ts';
import { capabilityOf, methodNamed } from '../methods.ts';

/**
 * What is wrong with the inputs that a result or a task asks for, given the capabilities this client announced
 * (client/input-required).
 */
export function inspectInputs(
  result: unknown,
  announced: Readonly<Record<string, unknown>>,
): readonly Finding[] {
  if (!isObject(result)) return [];
  const { resultType, status, inputRequests } = result;
  if (![resultType, status].includes('input_required') || !isObject(inputRequests)) return [];
  return Object.entries(inputRequests).flatMap(([key, request]) => {
    const method = isObject(request) ? request['method'] : undefined;
    if (typeof method !== 'string') return [];
    const path = pointerOf(['result', 'inputRequests', key, 'method']);
    const needs = methodNamed(method)?.isInput ? capabilityOf(method) : undefined;
    if (needs === undefined) {
      const message = `${method} cannot be requested as input; the request was not continued`;
      return [{ rule: 'server/unknown-request', path, message }];
    }
    if (needs in announced) return [];
    const message = `${method} needs the client capability ${needs}, which was not declared; the request was not continued`;
    return [{ rule: 'server/unannounced-request', path, message }];
  });
}
