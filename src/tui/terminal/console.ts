import { format } from 'node:util';

const methods = ['debug', 'error', 'info', 'log', 'trace', 'warn'] as const;

/**
 * Takes what libraries and Node would print (`console.*` and process warnings) while the screen is ours, because a
 * line printed into it would tear the picture. Returns the way back.
 */
export function captureConsole(take: (text: string) => void): () => void {
  const kept = methods.map((method) => [method, console[method]] as const);
  for (const method of methods) console[method] = (...parts: unknown[]) => take(format(...parts));
  const warned = (warning: Error) => take(`${warning.name}: ${warning.message}`);
  const printers = process.listeners('warning');
  process.removeAllListeners('warning');
  process.on('warning', warned);
  return () => {
    for (const [method, original] of kept) console[method] = original;
    process.off('warning', warned);
    for (const printer of printers) process.on('warning', printer);
  };
}
