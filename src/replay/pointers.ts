/** Whether a pointer is one of some, or leads to below one. A step `*` in those stands for any member or element. */
export function coveredBy(pointers: readonly string[]): (pointer: string) => boolean {
  if (pointers.length === 0) return () => false;
  const exact = new Set(pointers.filter((one) => !hasAny(one)));
  const patterns = pointers.filter(hasAny).map((one) => one.split('/'));
  return (pointer) => {
    for (
      let end = pointer.length;
      end >= 0;
      end = end === 0 ? -1 : Math.max(0, pointer.lastIndexOf('/', end - 1))
    )
      if (exact.has(pointer.slice(0, end))) return true;
    if (patterns.length === 0) return false;
    const steps = pointer.split('/');
    return patterns.some(
      (pattern) =>
        pattern.length <= steps.length &&
        pattern.every((step, place) => step === steps[place] || (step === '*' && place > 0)),
    );
  };
}

const hasAny = (pointer: string): boolean => /\/\*(?:\/|$)/.test(pointer);
