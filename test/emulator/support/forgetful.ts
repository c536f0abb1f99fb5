/** A program that starts an emulator, uses it, and then fails or forgets to close it: `forgetful.ts OPTIONS throw|forget`. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { setImmediate as immediate } from 'node:timers/promises';
import { startEmulator, type StartOptions } from 'cdktf-provider-platform/emulator';

async function main([options = '{}', end]: readonly string[]): Promise<void> {
  const { baseUrl, token, faults, requestLog } = await startEmulator(JSON.parse(options) as StartOptions);
  await (await fetch(`${baseUrl}/iam/v2beta1/groups`, { headers: { authorization: `Bearer ${token}` } })).text();
  await faults.add({ effect: 'latency', latencyMs: 600_000 });
  // A connection that stays open at the emulator's side, and a request that is not answered.
  const socket = connect(Number(new URL(baseUrl).port), '127.0.0.1');
  socket.write('PATCH /ping/v2beta1/ping HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await once(socket, 'connect');
  // Before it has arrived, nothing is held back that could keep the process alive.
  while ((await faults.list())[0]?.hits !== 1) await immediate();
  socket.unref();
  process.stdout.write(`${JSON.stringify(await requestLog.counts())}\n`);
  if (end === 'throw') throw new Error('The test failed.');
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stdout.write(`${(error as Error).message}\n`);
  process.exitCode = 3;
});
