import type { McpServer } from '@modelcontextprotocol/server';

/** Views of tools as HTML: one of the type that clients show as an app, and one that is plain HTML to them. */
const VIEWS = [
  ['sky', 'The sky of a night', 'text/html;profile=mcp-app'],
  ['plate', 'A plate under the loupe', 'text/html'],
] as const;

/** Serves the views of `sky_viewer` and `plate_viewer`. */
export function serveViews(server: McpServer): void {
  for (const [name, title, mimeType] of VIEWS) {
    const uri = `ui://kestrel/${name}.html`;
    server.registerResource(
      `${name}-view`,
      uri,
      { title, mimeType, _meta: { ui: { csp: { resourceDomains: ['https://tiles.example'] } } } },
      () => ({ contents: [{ uri, mimeType, text: page(title) }] }),
    );
  }
}

/** Reaches one origin that its policy allows, and one that it does not. */
const page = (title: string): string => `<!doctype html>
<title>${title}</title>
<canvas id="sky"></canvas>
<script src="https://tiles.example/sky.js"></script>
<link rel="stylesheet" href="https://fonts.example/night.css">
`;
