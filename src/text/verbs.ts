const words = (text: string): readonly string[] => text.split(' ');

/** Verbs that begin names of what only reads. */
export const READING = words(
  'get list read search find fetch show view query describe check count lookup download',
);

/** Verbs that begin names of what changes something, or takes it away. */
export const WRITING = words(
  'create add insert update edit set write delete remove drop send post put patch upload move rename archive publish cancel close merge upsert execute clear reset destroy',
);
