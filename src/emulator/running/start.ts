/**
 * Starts an emulator in this thread or in its own. In its own thread, it responds while a test blocks this thread with
 * a synchronous child process. The other thread runs this file (in the package, the bundle that contains it).
 */
import { parentPort, Worker, workerData, type MessagePort } from 'node:worker_threads';
import { PACKAGE_NAME } from '../../model/api';
import { callBy, commandRunner, createHandle, getOutcome, responseIn, type RunningEmulator, type Send } from './handle';
import { listenOnHost, type Facts, type ServerOptions } from './server';

export interface StartOptions extends ServerOptions {
  /**
   * Runs the emulator in its own thread. It responds while this thread is blocked by a synchronous child process, such
   * as the `terraform` of cdktf's `Testing.toPlanSuccessfully`. Options cannot be functions then (`clock`, `random`,
   * `delay`).
   * @default false
   */
  readonly thread?: boolean;
}

/**
 * Starts an emulator that listens at a port. Rejects with an `Error` if the port is in use, the data file cannot be
 * used or the seed is invalid, and with a `TypeError` for `thread` together with a function.
 */
export async function startEmulator({ thread = false, ...options }: StartOptions = {}): Promise<RunningEmulator> {
  if (thread) return startInThread(options);
  const { emulator, facts, close } = await listenOnHost(options);
  return createHandle(facts, callBy(commandRunner(emulator)), close);
}

/** Marks the data of a thread that was started here. */
const mark = `${PACKAGE_NAME}/emulator/thread`;
const closing = 'close';

/** Starts an emulator in a thread. Rejects like {@link listenOnHost}. */
async function startInThread(options: ServerOptions): Promise<RunningEmulator> {
  const { keepProcessAlive = false, ...crossing } = options;
  for (const [name, value] of Object.entries(crossing)) {
    if (typeof value === 'function')
      throw new TypeError(`A function cannot be passed to the emulator's thread: omit either "${name}" or "thread".`);
  }
  // In the package this is JavaScript; Node reads the sources only with help.
  const execArgv = __filename.endsWith('.ts') ? ['--require', 'tsx/cjs'] : [];
  const worker = new Worker(__filename, { workerData: mark, argv: [mark], execArgv });
  const send = sendTo(worker, keepProcessAlive);
  try {
    const facts = responseIn(await send(JSON.stringify(crossing))) as Facts;
    return createHandle(facts, callBy(send), async () => {
      // A thread that has ended on its own is closed, too.
      const outcome = await send(closing).catch(() => undefined);
      await worker.terminate();
      if (outcome !== undefined) responseIn(outcome);
    });
  } catch (error) {
    await worker.terminate();
    throw error;
  }
}

/** The process waits for a thread as long as a response of it is to come, and no longer. */
export function sendTo(worker: Worker, keepProcessAlive = false): Send {
  const pending = new Map<number, PromiseWithoutItsPromise>();
  let count = 0;
  let problem: Error | undefined;
  let ended: (() => Error) | undefined;
  worker.on('message', ([id, response]: [number, string]) => {
    pending.get(id)?.resolve(response);
    pending.delete(id);
    if (pending.size === 0 && !keepProcessAlive) worker.unref();
  });
  worker.on('error', (error) => (problem = error));
  worker.on('exit', (code) => {
    const why = problem === undefined ? `with exit code ${code}` : `because of an error: ${problem.message}`;
    ended = () => new Error(`The emulator's thread has ended, ${why}. Start another emulator.`);
    for (const { reject } of pending.values()) reject(ended());
    pending.clear();
  });
  return (request) =>
    new Promise((resolve, reject) => {
      if (ended !== undefined) {
        reject(ended());
        return;
      }
      const id = count++;
      pending.set(id, { resolve, reject });
      worker.ref();
      worker.postMessage([id, request]);
    });
}

interface PromiseWithoutItsPromise {
  readonly resolve: (response: string) => void;
  readonly reject: (error: Error) => void;
}

/** Within the thread: the first message starts the emulator, the last one closes it. */
function serve(port: MessagePort): void {
  let run: Send | undefined;
  let close: (() => Promise<void>) | undefined;
  const start = async (options: string): Promise<Facts> => {
    const listening = await listenOnHost({ ...(JSON.parse(options) as ServerOptions), keepProcessAlive: true });
    run = commandRunner(listening.emulator);
    close = listening.close;
    return listening.facts;
  };
  const respond = (request: string): Promise<string> => {
    if (request === closing) return getOutcome(() => close?.());
    return run === undefined ? getOutcome(() => start(request)) : run(request);
  };
  port.on('message', ([id, request]: [number, string]) => {
    void respond(request).then((response) => port.postMessage([id, response]));
  });
}

// The arguments come first: the main thread loads no module for them.
if (process.argv.includes(mark) && workerData === mark && parentPort !== null) serve(parentPort);
