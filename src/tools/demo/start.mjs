/** `npm start`: runs the demo from a fresh clone. */
import { ensureAll } from '../ensure.mjs';
import { main } from '../say.mjs';

await main(async () => {
  const terraform = await ensureAll();
  const { demonstrate } = await import('./demo.mjs');
  return demonstrate(terraform, { verbose: process.argv.includes('--verbose') });
});
