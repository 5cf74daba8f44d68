/** The words of a name in lower case: split at anything but letters and digits, and at the humps of camelCase. */
export function wordsOf(name: string): string[] {
  if (SNAKE_CASE.test(name)) return name.split('_');
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .replace(/([A-Za-z]{3,})(\d+)$/, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\d]+/u)
    .filter(Boolean);
}

/** Most names are written so. */
const SNAKE_CASE = /^[a-z]+(?:_[a-z]+)*$/;
