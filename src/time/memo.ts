/**
 * The same function, which gives what it gave last as long as it is given the same, argument by argument: for what is
 * derived from a state and takes time. One value is kept, so that nothing can grow.
 */
export function memo<Given extends readonly unknown[], Made>(
  make: (...given: Given) => Made,
): (...given: Given) => Made {
  let last: { readonly given: Given; readonly made: Made } | undefined;
  return (...given) => {
    if (last === undefined || given.some((one, at) => one !== last?.given[at]))
      last = { given, made: make(...given) };
    return last.made;
  };
}

/**
 * The same function, which remembers of each object what it made last, for as long as that object lives: for what is
 * derived from one of many, such as a section of a sheet. `by` may decide about it, too; only the last one counts.
 */
export function memoOf<Of extends object, Made, By = void>(
  make: (of: Of, by: By) => Made,
): (of: Of, by: By) => Made {
  const kept = new WeakMap<Of, { readonly by: By; readonly made: Made }>();
  return (of, by) => {
    const before = kept.get(of);
    if (before !== undefined && before.by === by) return before.made;
    const made = make(of, by);
    kept.set(of, { by, made });
    return made;
  };
}
