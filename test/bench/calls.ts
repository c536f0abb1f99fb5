/**
 * The cost of one resource of a plan without changes in the provider's process: its CPU by call, and its memory. The
 * calls are those of Terraform, ten at a time, without Terraform: its own work does not count here. With
 * PROVIDER_BASELINE, the path of a provider that was built from another commit, both are measured in turns; each is
 * sent what its own schema has.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { createClient } from '../../src/client';
import { startEmulator, type RunningEmulator, type SeedTree } from '../../src/emulator';
import { declarations } from '../../src/model/kinds';
import { identifierField, typeName } from '../../src/model/schema';
import { decodeValue, encodeValue } from '../../src/plugin/values/codec';
import { fromJson } from '../../src/plugin/values/json';
import type { CtyType, Values } from '../../src/plugin';
import { type DynamicValue, NestingMode, type SchemaAttribute, type SchemaBlock } from '../../src/plugin/wire/messages';
import { decode, encode } from '../../src/grpc/codec';
import type { Decoded } from '../../src/grpc/message';
import { type ServiceMethod, providerMethods, providerServiceName, type RpcName } from '../../src/plugin/wire/service';
import { startPlugin, type PluginConnection, type PluginProcess } from '../support/plugin-client';
import { rssOf } from './emulator-process';
import { inMb, median, type Bench, type Row } from './report';

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
      const ours: Side = { file: executable };
      const sides = [ours, ...(baseline === undefined ? [] : [{ file: baseline }])];
      try {
        const objects = await stored(running, ours);
        await running.faults.add({ effect: 'latency', latencyMs });
        const measured = sides.map((): Measured[] => []);
        for (let round = 0; round < rounds; round += 1) {
          for (const [index, side] of sides.entries()) measured[index]!.push(await measure(running, side, objects));
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
        subject: `repo:a@1/b${other}@${other + 1}:ref:refs/heads/main`,
      },
    })),
    roles: perGroup(index).map((other) => ({ name: `r${other}`, capabilities: ['groups.list'] })),
  }));
}

/** A provider to measure. */
interface Side {
  readonly file: string;
}

/** One resource as the provider imports and reads it: its state, and what of it a user has written. */
interface StoredObject {
  readonly typeName: string;
  readonly state: Values;
  readonly config: Values;
}

async function stored(running: RunningEmulator, side: Side): Promise<StoredObject[]> {
  const { plugin, connection, schemas } = await configured(running, side);
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
    const block = schemas[type]!;
    const state = decodeValue(newState.msgpack, typeOfBlock(block)) as Values;
    const computed = new Set(
      block.attributes.filter((attribute) => attribute.computed && !attribute.optional).map(({ name }) => name),
    );
    const written = Object.entries(state).map(([name, value]) => [name, computed.has(name) ? null : value]);
    found.push({ typeName: type, state, config: Object.fromEntries(written) as Values });
  });
  await end(plugin, connection);
  return found;
}

/** The requests of Terraform for one resource to a provider with this schema, which may lack some of its attributes. */
interface SentObject {
  readonly typeName: string;
  readonly state: DynamicValue;
  readonly config: DynamicValue;
  readonly json: Uint8Array;
}

function sent({ typeName: type, state, config }: StoredObject, schemas: Schemas): SentObject {
  const object = typeOfBlock(schemas[type]!);
  const value = (values: Values): DynamicValue => ({
    msgpack: encodeValue(fromJson(values, object), object),
    json: new Uint8Array(),
  });
  return { typeName: type, state: value(state), config: value(config), json: Buffer.from(JSON.stringify(state)) };
}

type Schemas = Readonly<Record<string, SchemaBlock>>;

function typeOfBlock({ attributes, blockTypes }: SchemaBlock): CtyType {
  const blocks = blockTypes.map(({ typeName: name, block }) => [name, typeOfBlock(block!)]);
  return ['object', { ...typesOf(attributes), ...(Object.fromEntries(blocks) as Record<string, CtyType>) }];
}

function typesOf(attributes: readonly SchemaAttribute[]): Record<string, CtyType> {
  return Object.fromEntries(attributes.map((attribute) => [attribute.name, typeOf(attribute)]));
}

function typeOf({ type, nestedType }: SchemaAttribute): CtyType {
  if (nestedType === undefined) return JSON.parse(Buffer.from(type).toString()) as CtyType;
  const object: CtyType = ['object', typesOf(nestedType.attributes)];
  const nesting = Object.entries(NestingMode).find(([, mode]) => mode === nestedType.nesting)?.[0];
  return nesting === 'single' ? object : [nesting as 'list' | 'set' | 'map', object];
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
  { file }: Side,
): Promise<{ readonly plugin: PluginProcess; readonly connection: PluginConnection; readonly schemas: Schemas }> {
  const plugin = await startPlugin(file, { env: { PLATFORM_BASE_URL: baseUrl, PLATFORM_TOKEN: token } });
  const connection = plugin.connect();
  const schema = (await connection.call('GetProviderSchema')) as Decoded<
    typeof providerMethods.GetProviderSchema.response
  >;
  const type = typeOfBlock(schema.provider!.block!);
  const config = { msgpack: encodeValue(fromJson({}, type), type), json: new Uint8Array() };
  await connection.call('ConfigureProvider', { terraformVersion: '1.11.4', config });
  const schemas = Object.fromEntries(Object.entries(schema.resourceSchemas).map(([name, { block }]) => [name, block!]));
  return { plugin, connection, schemas };
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

async function measure(running: RunningEmulator, side: Side, objects: readonly StoredObject[]): Promise<Measured> {
  const { plugin, connection, schemas } = await configured(running, side);
  const pid = plugin.child.pid!;
  const calls = objects.map((object) => sent(object, schemas));
  const call = async (name: RpcName, request: object): Promise<void> => {
    const { request: asked, response } = providerMethods[name] as ServiceMethod<
      object,
      { readonly diagnostics: unknown[] }
    >;
    // Terraform sets no deadline, which a server would have to keep.
    const path = `/${providerServiceName}/${name}`;
    const { diagnostics } = decode(
      response,
      await connection.raw(path, encode(asked, request), { deadline: Infinity }),
    );
    if (diagnostics.length > 0) throw new Error(`${name}: ${JSON.stringify(diagnostics)}`);
  };
  const work: Readonly<Record<Step, (object: SentObject) => Promise<void>>> = {
    validate: ({ typeName, config }) => call('ValidateResourceConfig', { typeName, config }),
    upgrade: ({ typeName, json }) => call('UpgradeResourceState', { typeName, version: 0, rawState: { json } }),
    read: ({ typeName, state }) => call('ReadResource', { typeName, currentState: state }),
    plan: ({ typeName, state, config }) =>
      call('PlanResourceChange', { typeName, priorState: state, proposedNewState: state, config }),
  };
  const cpu = { validate: 0, upgrade: 0, read: 0, plan: 0 };
  for (const step of steps) {
    const from = cpuMsOf(pid);
    await tenAtATime(calls, work[step]);
    cpu[step] = cpuMsOf(pid) - from;
  }
  const rss = rssOf(pid);
  await end(plugin, connection);
  return { cpu, rss };
}

/** The CPU time of all threads of a process so far, as Linux counts it; NaN elsewhere. */
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
    row('CPU of one resource', total),
    {
      what: `resident memory after ${count} resources`,
      value: memory(ours) + (theirs === undefined ? '' : `, baseline ${memory(theirs)}`),
    },
  ];
}
