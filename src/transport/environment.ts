type Environment = Readonly<Record<string, string>>;

/** What the official SDKs pass to a server unless its config entry says otherwise (`getDefaultEnvironment`). */
const CLIENT = ['HOME', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'USER'];
const CLIENT_ON_WINDOWS = [
  ...['APPDATA', 'HOMEDRIVE', 'HOMEPATH', 'LOCALAPPDATA', 'PATH', 'PROCESSOR_ARCHITECTURE', 'PROGRAMFILES'],
  ...['SYSTEMDRIVE', 'SYSTEMROOT', 'TEMP', 'USERNAME', 'USERPROFILE'],
];

/** An environment for a server, and what of it needs telling; see the members of `StdioTarget`. */
export interface ServerEnvironment {
  readonly env: Environment;
  readonly given: readonly string[];
  readonly beyondClient: readonly string[];
}

/**
 * Puts together what a server gets: the shell's environment, or only what a client would pass of it (`clean`),
 * and over it what was given by name.
 */
export function serverEnvironment(
  shell: Readonly<Record<string, string | undefined>>,
  given: readonly (readonly [string, string])[],
  clean: boolean,
  platform: NodeJS.Platform,
): ServerEnvironment {
  // Windows does not tell Path from PATH, so neither may a given name stand beside the inherited one.
  const key = (name: string): string => (platform === 'win32' ? name.toUpperCase() : name);
  const clients = new Set(platform === 'win32' ? CLIENT_ON_WINDOWS : CLIENT);
  const givenKeys = new Set(given.map(([name]) => key(name)));
  // A value that begins with () is a function exported by an old bash; the SDKs leave it out.
  const isClients = (name: string, value: string): boolean =>
    clients.has(key(name)) && !value.startsWith('()');

  const inherited = Object.entries(shell).filter((entry): entry is [string, string] => {
    const [name, value] = entry;
    return value !== undefined && !givenKeys.has(key(name)) && (!clean || isClients(name, value));
  });
  return {
    env: Object.fromEntries([...inherited, ...given]),
    given: [...new Set(given.map(([name]) => name))],
    beyondClient: inherited.filter(([name, value]) => !isClients(name, value)).map(([name]) => name),
  };
}
