import { isObject } from '../json/shape.ts';

/**
 * The schema of a prompt's arguments, from the list a server sends (`PromptArgument`, server/prompts): all of them are
 * text. Entries without a name cannot be given and are left out.
 */
export function promptSchema(parameters: unknown): unknown {
  const named = (Array.isArray(parameters) ? parameters : []).filter(isObject).flatMap((parameter) => {
    const { name, title, description, required } = parameter;
    return typeof name === 'string' ? [{ name, title, description, required: required === true }] : [];
  });
  return {
    type: 'object',
    properties: Object.fromEntries(
      named.map(({ name, title, description }) => [name, { type: 'string', title, description }]),
    ),
    required: named.filter(({ required }) => required).map(({ name }) => name),
    unevaluatedProperties: { type: 'string' },
  };
}
