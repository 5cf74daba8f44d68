/** A thing while it is put together, member by member: where there are millions, spreads cost too much. */
export type Writable<T> = { -readonly [Member in keyof T]: T[Member] };
