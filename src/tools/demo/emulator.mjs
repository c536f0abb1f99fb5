/** `npm run emulator -- [--port N] [--data FILE] …`: the API on this machine, from a fresh clone. */
import { join } from 'node:path';
import { ensureBuilt, root } from '../ensure.mjs';
import { run } from '../run.mjs';
import { main } from '../say.mjs';

await main(async () => {
  await ensureBuilt();
  const cli = join(root, 'dist/platform-iac.js');
  const { code } = await run(process.execPath, [cli, 'emulator', ...process.argv.slice(2)], { inherit: true });
  return code;
});
