import type { Limit, SchemaTrait } from './client.ts';

/** What a limit is about in general, in one sentence. */
export const limitWords = (limit: Limit): string =>
  limit.on === 'schema' ? TRAITS[limit.trait] : LIMITS[limit.on];

/** What to do about it in general. */
export const limitFix = (limit: Limit): string =>
  limit.on === 'schema' ? TRAIT_FIXES[limit.trait] : FIXES[limit.on];

const FIXES: Readonly<Record<Exclude<Limit['on'], 'schema'>, string>> = {
  'name length': 'Shorten the name, or that of the server in the configuration.',
  'name characters': 'Name it with letters, digits and _ alone, a letter first.',
  'description length':
    'Say first what the model needs, and move the rest into a resource, a prompt or a tool that explains.',
  'descriptions length': 'Shorten the descriptions, or offer fewer tools.',
  'description words': 'Say what the tool does and returns, and leave to the model what to do with it.',
  'instructions length': 'Say first what the model needs, and move the rest into a resource or a prompt.',
  'number of tools': 'Offer fewer tools, or let people choose groups of them.',
  'shared name': 'Prefix the name, as in crm_search, or use one of the servers at a time.',
  'mixed actions': 'Offer one tool that reads and another one that writes.',
  hints: 'State them in annotations, true or false.',
  title: 'Give it a title: "title", or "title" in annotations.',
  app: 'Say in content what the view shows, and let the view read its data from there as well.',
};

const LIMITS: Readonly<Record<Exclude<Limit['on'], 'schema'>, string>> = {
  'name length': 'The name of a tool, as the client gives it, is longer than it takes.',
  'name characters': 'The name of a tool has characters that the client does not take.',
  'description length': 'A description is longer than what reaches the model.',
  'descriptions length': 'The descriptions of all tools together are longer than what reaches the model.',
  'description words': 'A description tells the model how to behave.',
  'instructions length': 'The instructions are longer than what reaches the model.',
  'number of tools': 'There are more tools than the client takes.',
  'shared name': 'Tools of two servers have one name, as the client gives them.',
  'mixed actions': 'One tool reads and writes, as one of its parameters says.',
  hints: 'A tool does not state the hints that are asked for.',
  title: 'A tool has no title.',
  app: 'The view of a tool is not shown, or does not get all of a result.',
};

const TRAITS: Readonly<Record<SchemaTrait, string>> = {
  'root union': 'An inputSchema has anyOf, oneOf or allOf at its root.',
  'root is not an object': 'An inputSchema has no "type": "object" at its root.',
  'array without items': 'An inputSchema has an array without items.',
  'object without properties': 'An inputSchema has no properties at its root.',
  lookaround: 'A pattern looks ahead or behind.',
  'list of types': 'An inputSchema has a list of types.',
  additionalProperties: 'An inputSchema has additionalProperties.',
  'union in items': 'The items of an array are anyOf or oneOf.',
  'optional parameter': 'A parameter is not required.',
  'open object': 'An object has no "additionalProperties": false.',
};

/** What to do about a trait of a schema. */
const TRAIT_FIXES: Readonly<Record<SchemaTrait, string>> = {
  'root union':
    'Make the root one object with all properties, and say in the description, and check in the server, which belong together.',
  'root is not an object': 'Write "type": "object" at the root, and what it was into a property.',
  'array without items': 'Add items to it: {"type": "string"}, or {} where anything may be in it.',
  'object without properties': 'Add "properties": {}.',
  lookaround:
    'Write the pattern without (?=, (?!, (?<= and (?<!, or leave it out and check the value in the server.',
  'list of types': 'Write one type, and where null is meant, leave the parameter optional instead.',
  additionalProperties: 'Leave it out, or check in the server that nothing else is there.',
  'union in items': 'Write one type for the items, such as an object with the members of all.',
  'optional parameter': 'List every parameter in required, and allow null where it may be missing.',
  'open object': 'Add "additionalProperties": false.',
};
