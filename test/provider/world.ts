/** The provider and the emulator in this process, with a host that acts like Terraform. Waits end immediately. */
import { devNull } from 'node:os';
import { CAPABILITIES } from '../../src/model/api';
import { createEmulator, type Emulator, type SeedTree } from '../../src/emulator';
import type { Log } from '../../src/plugin';
import { startHost, type Host } from '../../src/plugin/testing';
import { fillConfig } from '../../src/plugin/testing/configuration';
import { toWire } from '../../src/plugin/testing/connection';
import { createProvider } from '../../src/provider/provider';
import type { Register } from '../../src/provider/run/journal';

export interface World {
  readonly emulator: Emulator;
  readonly host: Host;
  readonly root: string;
  /** The clock of the provider and of the service. */
  readonly time: () => Date;
  /** Returns the requests since the last call: method, path and query, one per line. */
  requests(): string[];
  /** Starts another run of Terraform with the same service: its provider knows nothing about the previous run. */
  again(config?: Record<string, unknown>, terraformVersion?: string): Promise<Host>;
  close(): void;
}

/** Starts a run of Terraform with the provider of the host: it knows nothing about the previous run, and the states stay. */
export async function startRun({ connection }: Host, config: Record<string, unknown> = {}): Promise<void> {
  const { schema } = createProvider();
  const block = toWire(fillConfig(schema, config), schema);
  await connection.call('ConfigureProvider', { config: block, terraformVersion: 'in-process' });
}

/** Returns the request with a token that has all capabilities of the administrator but these. */
export async function withoutCapabilities(
  request: Request,
  emulator: Emulator,
  hidden: readonly string[],
): Promise<Request> {
  const capabilities = CAPABILITIES.filter((name) => !hidden.includes(name));
  const blind = new Request(request);
  blind.headers.set('authorization', `Bearer ${await emulator.tokenFor(emulator.administratorUid, capabilities)}`);
  return blind;
}

export interface WorldOptions {
  /** The provider block. */
  readonly config?: Record<string, unknown>;
  readonly seed?: SeedTree;
  /** Milliseconds; waits are added. @default a constant time */
  readonly clock?: () => number;
  /** Replaces the waits of the provider. @default waits end immediately */
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
  /** The time of the service's clock minus that of the provider's. Milliseconds. @default 0 */
  readonly serviceAheadMs?: number;
  /** Further registers of the provider's journal. */
  readonly registers?: readonly Register[];
  /** Receives the log lines of the provider. */
  readonly log?: Log;
  /** Intercepts the requests between the provider and the service. */
  readonly between?:
    | ((request: Request, service: (request: Request) => Promise<Response>) => Promise<Response>)
    | undefined;
}

export async function startWorld({
  config,
  seed,
  between,
  clock,
  sleep,
  registers,
  log,
  serviceAheadMs = 0,
}: WorldOptions = {}): Promise<World> {
  const start = clock?.() ?? Date.parse('2026-01-02T03:04:05Z');
  let slept = 0;
  const time = () => (clock?.() ?? start) + slept;
  const emulator = createEmulator({
    ...(seed !== undefined && { seed }),
    clock: () => new Date(time() + serviceAheadMs),
  });
  const token = await emulator.administratorToken();
  const passing = (ms: number, signal: AbortSignal): Promise<void> => {
    slept += ms;
    return signal.aborted ? Promise.reject(signal.reason as Error) : Promise.resolve();
  };
  // Tests plan a resource repeatedly, which Terraform never does under one configuration.
  const again = (block: Record<string, unknown> = {}, terraformVersion = 'in-process'): Promise<Host> =>
    startHost(
      createProvider(
        {
          env: { PLATFORM_BASE_URL: 'http://localhost', PLATFORM_TOKEN: token },
          fetch: (request) =>
            between === undefined
              ? emulator.handle(request)
              : between(request, (forwarded) => emulator.handle(forwarded)),
          clock: time,
          sleep: sleep ?? passing,
          // Without a folder, records of identity changes are not stored, and those of other tests do not count.
          temporaryFolder: devNull,
        },
        registers,
      ),
      { ...config, ...block },
      { terraformVersion, ...(log !== undefined && { log }) },
    );
  const host = await again();
  emulator.requestLog.clear();
  return {
    emulator,
    host,
    root: emulator.rootGroupUid,
    time: () => new Date(time()),
    requests() {
      const lines = emulator.requestLog.entries.map(
        ({ method, path, query }) => `${method} ${path}${query === '' ? '' : `?${decodeURIComponent(query)}`}`,
      );
      emulator.requestLog.clear();
      return lines;
    },
    again,
    close: () => emulator.close(),
  };
}
