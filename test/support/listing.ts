import { elementTexts, memberText } from '../../src/json/parts.ts';
import { isObject } from '../../src/json/shape.ts';
import { LISTS, type ListName } from '../../src/spec/methods.ts';
import type { Surface, SurfaceItem } from '../../src/surface/surface.ts';
import { listItem } from './items.ts';

/** A surface from the exact texts of results, by method. */
export function listingSurface(text: string): Surface {
  const opened: unknown = JSON.parse(memberText(text, 'initialize') ?? '{}');
  const { protocolVersion, serverInfo, instructions, capabilities } = isObject(opened) ? opened : {};
  return {
    capabilities: { client: {}, ...(isObject(capabilities) ? { server: capabilities } : {}) },
    ...(typeof protocolVersion === 'string' ? { revision: protocolVersion } : {}),
    ...(isObject(serverInfo) ? { server: serverInfo } : {}),
    ...(typeof instructions === 'string' ? { instructions } : {}),
    lists: {
      tools: items(text, 'tools'),
      resources: items(text, 'resources'),
      resourceTemplates: items(text, 'resourceTemplates'),
      prompts: items(text, 'prompts'),
      skills: items(text, 'skills'),
    },
  };
}

function items(text: string, list: ListName): readonly SurfaceItem[] {
  const page = memberText(text, LISTS[list].method) ?? '{}';
  const texts = elementTexts(memberText(page, list) ?? '[]') ?? [];
  return texts.map((one) => ({ ...listItem(list, JSON.parse(one)), text: one }));
}
