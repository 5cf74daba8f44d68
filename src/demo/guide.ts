/** What the observatory tells visitors about itself, in Markdown: a tour of the inspector. */
export const GUIDE = `# Kestrel Hill Observatory

A small observatory that does not exist. It is here so that you can try an MCP inspector on something.

## Ten minutes on the hill

1. **say-hello** takes a name. Every call you make shows its two messages in the traffic below.
2. **weather** takes nothing and answers with structured content that obeys its output schema.
3. **take-exposure** is slow and tells how far it is. Cancel it half way.
4. **book-night** has a form with a field of every kind. What you leave alone is not sent.
5. **report-comet** asks you something before it answers. Then the list of resources has grown.
6. **open-dome** fails as a tool, **point-at-sun** fails as a request. See how they differ on the wire.
7. **ring-bell** prints to stdout. That is the commonest mistake of real servers: it breaks strict clients.
8. **catalogue** answers with more than a megabyte. Scroll and search it.
9. **erase-log** says of itself that it is destructive, so you are asked first.
10. Under Resources, the template *A star by its name* completes names as you type.
11. Everything so far has been recorded. The path is printed when you leave; open it again with \`mcp-loupe open\`.

All of it is there in both eras of the protocol: compare \`mcp-loupe demo\` with \`mcp-loupe demo --era modern\`, where
**survey-sky** runs as a task.
`;

/** The server's instructions to a model. */
export const INSTRUCTIONS =
  'Kestrel Hill is a pretend observatory for trying things out. Read observatory://guide first. ' +
  'Nothing here reaches beyond this process, so call whatever you like.';
