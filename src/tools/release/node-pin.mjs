/**
 * `node-pin.mjs check`: stops a release if the pinned Node is missing, not signed, or older than a security release.
 * `node-pin.mjs update`: pins the newest Node, for a pull request.
 */
import { main, Refusal, say } from '../say.mjs';
import { checkPin, updatePin } from './node-distribution.mjs';

const commands = {
  check: async () => `Node ${await checkPin()} is signed, and no security release is newer.`,
  update: async () => `node-pin.json has Node ${await updatePin()}.`,
};

await main(async () => {
  const [command] = process.argv.slice(2);
  if (!Object.hasOwn(commands, command ?? '')) throw new Refusal(`Commands: ${Object.keys(commands).join(', ')}`);
  say(await commands[command]());
});
