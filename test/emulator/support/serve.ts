/** An emulator in a process of its own, for tests that kill it: `serve.ts DATA_FILE`. */
import { startEmulator } from 'cdktf-provider-platform/emulator';

void startEmulator({ dataFile: process.argv[2], keepProcessAlive: true }).then(({ baseUrl, token, rootGroupUid }) => {
  process.stdout.write(`${JSON.stringify({ baseUrl, token, rootGroupUid })}\n`);
});
