/** The tools of one server among several. */
export interface OfferedTools {
  /** What the server is called, as none of the others. */
  readonly server: string;
  /** The names of its tools. */
  readonly tools: readonly string[];
}

/** A tool of a server. */
export interface ToolOfServer {
  readonly server: string;
  readonly tool: string;
}

/** A name that tools of several servers go by. */
export interface SharedTool {
  readonly name: string;
  /** In the order of the servers; of one that lists the name twice the first. */
  readonly tools: readonly [ToolOfServer, ToolOfServer, ...ToolOfServer[]];
}

/**
 * The names that tools of more than one server go by: whoever has all of them cannot tell these apart.
 *
 * @param namesOf what the tools of a server are called, as themselves where nothing else is said; nothing for one that is left out
 */
export function sharedTools(
  servers: readonly OfferedTools[],
  namesOf: (server: string) => (tool: string) => string | undefined = () => (tool) => tool,
): readonly SharedTool[] {
  const byName = new Map<string, ToolOfServer[]>();
  for (const { server, tools } of servers) {
    const nameOf = namesOf(server);
    for (const tool of tools) {
      const name = tool === '' ? undefined : nameOf(tool);
      if (name === undefined) continue;
      const known = byName.get(name);
      if (known === undefined) byName.set(name, [{ server, tool }]);
      else if (known.at(-1)?.server !== server) known.push({ server, tool });
    }
  }
  return [...byName].flatMap(([name, [first, second, ...more]]) =>
    first === undefined || second === undefined ? [] : [{ name, tools: [first, second, ...more] as const }],
  );
}
