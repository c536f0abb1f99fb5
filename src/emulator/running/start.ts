import { listen, type ServerOptions } from '../server';
import { answererOf, callBy } from './commands';
import { createHandle, type RunningEmulator } from './handle';
import { startInThread } from './thread';

export interface StartOptions extends ServerOptions {
  /**
   * Runs the emulator in a thread of its own. It answers while this thread is blocked: by a synchronous child process,
   * such as the `terraform` of cdktf's `Testing.toPlanSuccessfully`. Functions (`clock`, `random`, `delay`) cannot be
   * given then.
   * @default false
   */
  readonly thread?: boolean;
}

/**
 * Starts an emulator and listens. Rejects with an `Error` if the port is taken, the data file cannot be used or the seed
 * is wrong, and with a `TypeError` if `thread` is asked for together with a function.
 */
export async function startEmulator({ thread = false, ...options }: StartOptions = {}): Promise<RunningEmulator> {
  if (thread) return startInThread(options);
  const { emulator, facts, close } = await listen(options);
  return createHandle(facts, callBy(answererOf(emulator)), close);
}
