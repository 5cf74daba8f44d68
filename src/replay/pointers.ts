/** Whether a pointer is one of some, or leads to below one. A step `*` in those stands for any member or element. */
export function coveredBy(pointers: readonly string[]): (pointer: string) => boolean {
  if (pointers.length === 0) return () => false;
  const exact = new Set(pointers.filter((one) => !ANY.test(one)));
  const some = pointers.filter((one) => ANY.test(one)).map(sourceOf);
  const pattern = some.length === 0 ? undefined : new RegExp(`^(?:${some.join('|')})(?:/|$)`);
  return (pointer) => (exact.size > 0 && isBelow(exact, pointer)) || pattern?.test(pointer) === true;
}

const ANY = /\/\*(?=\/|$)/;

/** A pointer as the source of a pattern. */
const sourceOf = (pointer: string): string =>
  pointer
    .split('/')
    .map((step) => (step === '*' ? '[^/]*' : step.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')))
    .join('/');

function isBelow(pointers: ReadonlySet<string>, pointer: string): boolean {
  for (let end = pointer.length; end > 0; end = pointer.lastIndexOf('/', end - 1))
    if (pointers.has(end === pointer.length ? pointer : pointer.slice(0, end))) return true;
  return pointers.has('');
}
