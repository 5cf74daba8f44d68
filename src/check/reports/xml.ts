import { visible } from '../../text/visible.ts';

/** A document of JUnit with these suites, each as XML. */
export const junitDocument = (name: string, suites: readonly string[]): string =>
  ['<?xml version="1.0" encoding="UTF-8"?>', element('testsuites', [['name', name]], suites)].join('\n');

/** Attributes of an element, in their order. */
type Attributes = readonly (readonly [name: string, value: string])[];

/** An element with what is in it, each as XML. */
export const element = (name: string, attributes: Attributes, content: readonly string[]): string =>
  [`<${name}${written(attributes)}>`, ...content, `</${name}>`].join('\n');

/** An element with nothing in it. */
export const empty = (name: string, attributes: Attributes): string => `<${name}${written(attributes)}/>`;

/** Attributes behind the name of an element. */
export const written = (attributes: Attributes): string =>
  attributes.map(([name, value]) => ` ${name}="${escaped(value)}"`).join('');

/** Text as XML 1.0 may have it (2.2, 2.4): no controls, and no characters that are none. */
export function escaped(text: string): string {
  return visible(text)
    .replace(/[\uFFFE\uFFFF]/g, '\uFFFD')
    .replace(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`);
}
