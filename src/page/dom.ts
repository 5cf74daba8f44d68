import { visibleText } from '../text/visible.ts';

/** What can stand in an element: a text of anybody's, another element, or nothing. */
export type Child = string | Node | undefined;

/** Attributes of an element; their values are ours, or made visible. */
type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/**
 * An element with its class, its attributes and what stands in it. Texts become nodes of text and nothing else, whatever is
 * in them, with what cannot be seen made visible.
 */
export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  look: string,
  attributes: Attributes,
  ...content: readonly Child[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  if (look !== '') element.className = look;
  for (const [attribute, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    element.setAttribute(attribute, value === true ? '' : visibleText(String(value)));
  }
  fill(element, ...content);
  return element;
}

/** The same without attributes. */
export const part = (look: string, ...content: readonly Child[]): HTMLElement =>
  make('span', look, {}, ...content);

/** A button that does something. */
export function button(look: string, label: Child, press: () => void, title?: string): HTMLButtonElement {
  const element = make('button', look, { type: 'button', title }, label);
  element.addEventListener('click', press);
  return element;
}

/** Puts this into an element in place of what is there. */
export function fill(element: Element, ...content: readonly Child[]): void {
  const nodes = content.filter((one) => one !== undefined && one !== '');
  element.replaceChildren(...nodes.map((one) => (typeof one === 'string' ? visibleText(one) : one!)));
}

/** The element of our own page with this id. */
export function byId(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`no element #${id}`);
  return element;
}
