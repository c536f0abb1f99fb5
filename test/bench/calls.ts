/**
 * What one resource of a plan without changes costs the provider's process: its CPU by call, and its memory. The calls
 * are those of Terraform, ten at a time, without Terraform: what that does beside them weighs on nothing here. With
 * PROVIDER_BASELINE, the path of a provider that was built from another commit, both are measured in turns.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { createClient } from '../../src/client';
import { startEmulator, type RunningEmulator, type SeedTree } from '../../src/emulator';
import { declarations } from '../../src/resources';
import { identifierField, typeName } from '../../src/schema';
import { createProvider } from '../../src/provider/provider';
import { impliedType } from '../../src/plugin/schema/schema';
import { decodeValue, encodeValue } from '../../src/plugin/values/codec';
import type { Values } from '../../src/plugin';
import type { DynamicValue } from '../../src/plugin/wire/messages';
import { startPlugin, type PluginConnection, type PluginProcess } from '../support/plugin-client';
import { rssOf } from './emulator-process';
import { inMb, median, type Bench, type Row } from './report';

const provider = createProvider({ env: {} });
const latencyMs = 20;
const steps = ['validate', 'upgrade', 'read', 'plan'] as const;
type Step = (typeof steps)[number];

/** @param executable the built provider */
export function calls(executable: string, count = 1000, rounds = 5): Bench {
  return {
    name: 'calls',
    async run() {
      const third = Math.round(count * 0.45);
      const running = await startEmulator({
        seed: { groups: [{ name: 'acme', groups: groupsOf(count - 2 * third, third) }] },
      });
      const baseline = process.env['PROVIDER_BASELINE'];
      const sides = baseline === undefined ? [executable] : [executable, baseline];
      try {
        const objects = await stored(running, executable);
        await running.faults.add({ effect: 'latency', latencyMs });
        const measured = sides.map((): Measured[] => []);
        for (let round = 0; round < rounds; round += 1) {
          for (const [index, file] of sides.entries()) measured[index]!.push(await measure(running, file, objects));
        }
        return rowsOf(objects.length, measured[0]!, measured[1]);
      } finally {
        await running.close();
      }
    },
  };
}

function groupsOf(groups: number, others: number): NonNullable<SeedTree['groups']> {
  const perGroup = (index: number): number[] =>
    Array.from({ length: others }, (_, other) => other).filter((other) => other % groups === index);
  return Array.from({ length: groups }, (_, index) => ({
    name: `g${index}`,
    identities: perGroup(index).map((other) => ({
      name: `i${other}`,
      claimMatch: {
        issuer: 'https://token.actions.githubusercontent.com',
        subject: `repo:a/b${other}:ref:refs/heads/main`,
      },
    })),
    roles: perGroup(index).map((other) => ({ name: `r${other}`, capabilities: ['groups.list'] })),
  }));
}

/** What Terraform sends of one resource. */
interface StoredObject {
  readonly typeName: string;
  readonly state: DynamicValue;
  readonly config: DynamicValue;
  readonly json: Uint8Array;
}

/** Of all objects, as the provider imports and reads them. */
async function stored(running: RunningEmulator, executable: string): Promise<StoredObject[]> {
  const { plugin, connection } = await configured(running, executable);
  const found: StoredObject[] = [];
  const uids = await uidsByType(running);
  await tenAtATime(uids, async ([type, id]) => {
    const { importedResources } = (await connection.call('ImportResourceState', {
      typeName: type,
      id,
    })) as {
      importedResources: { state: DynamicValue }[];
    };
    const { newState } = (await connection.call('ReadResource', {
      typeName: type,
      currentState: importedResources[0]?.state,
    })) as { newState: DynamicValue };
    const { schema } = provider.resources![type]!;
    const object = impliedType(schema);
    const state = decodeValue(newState.msgpack, object) as Values;
    const written = Object.entries(state).map(([name, value]) => [
      name,
      schema.attributes[name]?.mode === 'computed' ? null : value,
    ]);
    found.push({
      typeName: type,
      state: newState,
      config: { msgpack: encodeValue(Object.fromEntries(written), object), json: new Uint8Array() },
      json: Buffer.from(JSON.stringify(state)),
    });
  });
  await end(plugin, connection);
  return found;
}

async function uidsByType({ baseUrl, token, rootGroupUid }: RunningEmulator): Promise<[string, string][]> {
  const client = createClient({ baseUrl, token });
  const found: [string, string][] = [];
  for (const declaration of declarations.filter(({ kind }) => ['Group', 'Identity', 'Role'].includes(kind))) {
    for await (const object of client.list(declaration, { descendantsOf: rootGroupUid }))
      found.push([typeName(declaration), String((object as Values)[identifierField(declaration)])]);
  }
  await client.close();
  return found;
}

async function configured(
  { baseUrl, token }: RunningEmulator,
  executable: string,
): Promise<{ readonly plugin: PluginProcess; readonly connection: PluginConnection }> {
  const plugin = await startPlugin(executable, { env: { PLATFORM_BASE_URL: baseUrl, PLATFORM_TOKEN: token } });
  const connection = plugin.connect();
  const type = impliedType(provider.schema);
  const config = { msgpack: encodeValue(Object.fromEntries(Object.keys(type[1]).map((name) => [name, null])), type) };
  await connection.call('ConfigureProvider', { terraformVersion: '1.11.4', config });
  return { plugin, connection };
}

async function end(plugin: PluginProcess, connection: PluginConnection): Promise<void> {
  await connection.shutdown();
  connection.close();
  const code = await plugin.exited;
  if (code !== 0) throw new Error(`The provider ended with ${code}.`);
}

async function tenAtATime<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const walk = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: 10 }, walk));
}

interface Measured {
  /** Milliseconds of CPU from the configured provider to the end of the step, for all objects. */
  readonly cpu: Readonly<Record<Step, number>>;
  readonly rss: number;
}

async function measure(running: RunningEmulator, file: string, objects: readonly StoredObject[]): Promise<Measured> {
  const { plugin, connection } = await configured(running, file);
  const pid = plugin.child.pid!;
  const call = async (name: Parameters<PluginConnection['call']>[0], request: object): Promise<void> => {
    const { diagnostics } = (await connection.call(name, request)) as { diagnostics: unknown[] };
    if (diagnostics.length > 0) throw new Error(`${name}: ${JSON.stringify(diagnostics)}`);
  };
  const work: Readonly<Record<Step, (object: StoredObject) => Promise<void>>> = {
    validate: ({ typeName, config }) => call('ValidateResourceConfig', { typeName, config }),
    upgrade: ({ typeName, json }) => call('UpgradeResourceState', { typeName, version: 0, rawState: { json } }),
    read: ({ typeName, state }) => call('ReadResource', { typeName, currentState: state }),
    plan: ({ typeName, state, config }) =>
      call('PlanResourceChange', { typeName, priorState: state, proposedNewState: state, config }),
  };
  const cpu = { validate: 0, upgrade: 0, read: 0, plan: 0 };
  for (const step of steps) {
    const from = cpuMsOf(pid);
    await tenAtATime(objects, work[step]);
    cpu[step] = cpuMsOf(pid) - from;
  }
  const rss = rssOf(pid);
  await end(plugin, connection);
  return { cpu, rss };
}

/** Of all threads of a process so far, as Linux counts it; not a number elsewhere. */
function cpuMsOf(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/task`)
      .map((thread) => Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1e6)
      .reduce((sum, ms) => sum + ms, 0);
  } catch {
    return Number.NaN;
  }
}

function rowsOf(count: number, ours: readonly Measured[], theirs?: readonly Measured[]): Row[] {
  const perResource = (of: readonly Measured[], step: Step): number => median(of.map(({ cpu }) => cpu[step])) / count;
  const total = (of: readonly Measured[]): number => steps.reduce((sum, step) => sum + perResource(of, step), 0);
  const row = (what: string, value: (of: readonly Measured[]) => number): Row => ({
    what,
    value: `${(value(ours) * 1000).toFixed(0)} µs${theirs === undefined ? '' : `, baseline ${(value(theirs) * 1000).toFixed(0)} µs`}`,
    ...(theirs !== undefined && { ratio: value(ours) / value(theirs) }),
  });
  const memory = (of: readonly Measured[]): string => inMb(median(of.map(({ rss }) => rss)));
  return [
    ...steps.map((step) => row(`CPU of one ${step}`, (of) => perResource(of, step))),
    { ...row('CPU of one resource', total), ...(theirs !== undefined && { accept: 0.7, goal: 0.5 }) },
    {
      what: `resident memory after ${count} resources`,
      value: memory(ours) + (theirs === undefined ? '' : `, baseline ${memory(theirs)}`),
    },
  ];
}
