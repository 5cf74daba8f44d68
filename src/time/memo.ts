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
