/**
 * What the handle of a running emulator asks of it. Requests and responses are JSON text in either mode: so both modes
 * give copies and never the emulator's own objects, and what comes from a thread is made of the caller's own classes
 * (a test framework may have others than the rest of the process).
 */
import type { OidcTokenRequest } from '../auth';
import type { Emulator } from '../emulator';
import type { Fault } from '../faults/fault';
import type { SeedTree } from '../seed/seed';

function commandsOf({ faults, requestLog, ...emulator }: Emulator) {
  return {
    'faults.add': (fault: Fault) => faults.add(fault),
    'faults.list': () => faults.list(),
    'faults.remove': (id: string) => faults.remove(id),
    'faults.clear': () => faults.clear(),
    'requestLog.entries': () => requestLog.entries,
    'requestLog.counts': () => requestLog.counts(),
    'requestLog.clear': () => requestLog.clear(),
    seed: (tree: SeedTree) => emulator.seed(tree),
    reset: () => emulator.reset(),
    snapshot: () => emulator.snapshot(),
    administratorToken: () => emulator.administratorToken(),
    tokenFor: ({ identityUid, caps }: { readonly identityUid: string; readonly caps?: readonly string[] }) =>
      emulator.tokenFor(identityUid, caps),
    oidcToken: (request: OidcTokenRequest) => emulator.oidcToken(request),
  };
}

type Commands = ReturnType<typeof commandsOf>;

/** Carries out one command. Rejects with the error of the emulator: a `TypeError`, or an `Error` with its message. */
export type Call = <Name extends keyof Commands>(
  name: Name,
  ...argument: Parameters<Commands[Name]>
) => Promise<Awaited<ReturnType<Commands[Name]>>>;

/** Takes a request as text to whoever carries it out, and brings the response. */
export type Send = (request: string) => Promise<string>;

/** Calls whose requests `send` takes to {@link answered}. */
export function callBy(send: Send): Call {
  const call = async (name: string, argument?: unknown): Promise<unknown> =>
    responseIn(await send(JSON.stringify({ name, argument })));
  return call as Call;
}

/** Carries out the requests of {@link callBy}. */
export function answererOf(emulator: Emulator): Send {
  const commands = commandsOf(emulator) as Record<string, (argument: unknown) => unknown>;
  return (request) =>
    answered(() => {
      const { name, argument } = JSON.parse(request) as { readonly name: string; readonly argument?: unknown };
      return commands[name]?.(argument);
    });
}

/** What `work` results in, or its error, as text. */
export async function answered(work: () => unknown): Promise<string> {
  try {
    return JSON.stringify({ value: await work() });
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    return JSON.stringify({ error: { name, message } });
  }
}

/** What {@link answered} wrote; throws its error. */
export function responseIn(text: string): unknown {
  const { value, error } = JSON.parse(text) as {
    readonly value?: unknown;
    readonly error?: { readonly name: string; readonly message: string };
  };
  if (error !== undefined) throw new (error.name === 'TypeError' ? TypeError : Error)(error.message);
  return value;
}
