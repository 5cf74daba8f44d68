// @ts-check
// What all rows are compared with: the plainest script that does the same with the official SDK's client.
//   baseline.mjs list NAME SERVER…   lists the tools and ends
//   baseline.mjs call NAME SERVER…   calls the tool NAME, says how many ms that took (or that it failed) and ends
//   baseline.mjs stay NAME SERVER…   waits; says how many notifications came when told to (a SIGUSR2)
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

const [what = '', name = '', ...server] = process.argv.slice(2);

const transport = new StdioClientTransport({ command: process.execPath, args: server, stderr: 'ignore' });
const client = new Client({ name: 'baseline', version: '1' });
let came = 0;
client.fallbackNotificationHandler = async () => {
  came++;
};
await client.connect(transport);
const { tools } = await client.listTools();
console.log(`ready ${tools.length}`);

if (what === 'call') {
  const from = performance.now();
  // The SDK ends the connection at a message above 10 MiB.
  const lost = await client.callTool({ name, arguments: {} }).catch(() => true);
  console.log(`called ${lost === true ? 'in vain' : performance.now() - from}`);
}
if (what === 'stay') process.on('SIGUSR2', () => console.log(`came ${came}`));
else await client.close();
