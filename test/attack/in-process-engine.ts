/**
 * Plans and applies blocks of resources in this process, instead of an engine. The meaning of a text is what the change declares, or a
 * whole reference: the code under test does not decide it.
 */
import { isObject, PROVIDER_ADDRESS, PROVIDER_NAME, type Values } from '../../src/model/api';
import { isUnknown, UNKNOWN } from '../../src/plugin';
import type { Host } from '../../src/plugin/testing';
import type { Blocks, Meaning } from './drawn-change';

/** States by address. */
export type State = Map<string, Values>;
type Phase = 'planned' | 'reviewed' | 'applied';

export interface EngineInput {
  readonly blocks: Blocks;
  readonly meanings: Readonly<Record<string, Meaning>>;
  /** The uids of built-in roles by name. */
  readonly roles: Readonly<Record<string, string>>;
}

export interface Declared extends Step {
  readonly type: string;
  readonly body: Values;
}

const WHOLE = /^\$\{\s*([a-z_.]+)\.([\w-]+)\.([a-z_]+)\s*\}$/;

/** Returns the plan in the format of `terraform show -json`. The host has a provider for plans, or for review plans. */
export async function planInProcess(input: EngineInput, state: State, host: Host, phase: Phase): Promise<string> {
  const declared = ordered(input);
  const changes: Values[] = [];
  for (const { address, type, before, action, planned } of await plannedChanges(input, state, host, phase)) {
    const replaces = action === 'replace' ? ['delete', 'create'] : [action];
    const [after, after_unknown] = [knownIn(planned), unknownIn(planned) ?? {}];
    changes.push({ ...instanceAt(address, type), change: { actions: replaces, before, after, after_unknown } });
  }
  for (const [address, before] of state)
    if (!declared.some((one) => one.address === address))
      changes.push({ ...instanceAt(address), change: { actions: ['delete'], before, after: null, after_unknown: {} } });
  const resources = declared.map(({ address, type, body }) => ({
    ...blockAt(address, type),
    provider_config_key: 'platform',
    expressions: Object.fromEntries(Object.entries(body).map(([name, value]) => [name, expressionOf(value)])),
  }));
  return JSON.stringify({
    format_version: '1.2',
    terraform_version: '1.11.4',
    ...{ complete: true, applyable: true, errored: false, resource_changes: changes },
    prior_state: {
      format_version: '1.0',
      values: {
        root_module: {
          resources: [
            ...[...state].map(([address, values]) => ({ ...instanceAt(address), values })),
            ...builtIn(input),
          ],
        },
      },
    },
    configuration: {
      provider_config: { platform: { name: 'platform', full_name: PROVIDER_ADDRESS } },
      root_module: {
        resources: [
          ...resources,
          ...Object.keys(input.roles).map((name) => ({
            ...builtInBlock(name),
            expressions: { name: { constant_value: name } },
          })),
        ],
      },
    },
  });
}

/** Returns the planned change of each resource, referenced ones first. */
async function plannedChanges(input: EngineInput, state: State, host: Host, phase: Phase) {
  const objects = new Map<string, Values>();
  const changes = [];
  for (const { address, type, body } of ordered(input)) {
    const instance = host.resource(type);
    const before = state.get(address) ?? null;
    if (before !== null) await instance.import(String(before['uid']));
    const { action, planned } = await instance.plan(evaluated(body, input, objects, phase) as Values);
    objects.set(address, planned ?? {});
    changes.push({ ...{ address, type, before, action, planned } });
  }
  return changes;
}

/** A write of an apply. A resource that is replaced has two. */
export interface Step {
  /** The address of the resource, or of its deletion before it is created again. */
  readonly address: string;
  /** The addresses of the resources whose writes an engine waits for. */
  readonly needs: readonly string[];
}

/** Selects the next write of those that an engine may begin; undefined stops the apply. */
export type ChooseStep = (ready: readonly Step[], errors: ReadonlyMap<string, Error>) => Step | undefined;

/** Applies in the order of references. Returns the errors by address. @param choose by default, deletions first, and everything */
export async function applyInProcess(
  input: EngineInput,
  state: State,
  host: Host,
  choose: ChooseStep = ([first]) => first,
): Promise<ReadonlyMap<string, Error>> {
  const errors = new Map<string, Error>();
  const declared = ordered(input);
  const replaced = (await plannedChanges(input, state, host, 'planned')).filter(({ action }) => action === 'replace');
  const isDeleted = (address: string): boolean =>
    replaced.some((one) => one.address === address) || !declared.some((one) => one.address === address);
  const waiting = new Map<string, Step & { readonly run: () => Promise<void> }>();
  for (const address of [...state.keys()].reverse().filter(isDeleted))
    waiting.set(deletionOf(address), {
      ...{ address: deletionOf(address), needs: [] },
      async run() {
        const instance = host.resource(address.split('.')[0] ?? '');
        await instance.import(String(state.get(address)?.['uid']));
        await instance.destroy();
        state.delete(address);
      },
    });
  for (const { address, type, body, needs } of declared)
    waiting.set(address, {
      ...{ address, needs: [...needs, deletionOf(address)] },
      async run() {
        if (errors.has(deletionOf(address))) throw new Error('The previous object exists.');
        const instance = host.resource(type);
        const uid = state.get(address)?.['uid'];
        if (typeof uid === 'string') await instance.import(uid);
        const config = evaluated(body, input, state, 'applied') as Values;
        if (JSON.stringify(config).includes('"?"')) throw new Error('A reference has failed.');
        await instance.apply(config);
        state.set(address, instance.state ?? {});
      },
    });
  for (;;) {
    const ready = [...waiting.values()].filter(({ needs }) => !needs.some((need) => waiting.has(need)));
    const step = waiting.get(choose(ready, errors)?.address ?? '');
    if (step === undefined) return errors;
    waiting.delete(step.address);
    try {
      await step.run();
    } catch (error) {
      errors.set(step.address, error as Error);
    }
  }
}

function deletionOf(address: string): string {
  return `${address} (deleted)`;
}

function blockAt(address: string, type = address.split('.')[0] ?? '') {
  return { address, mode: 'managed', type, name: address.split('.')[1] ?? '' };
}

function instanceAt(address: string, type?: string) {
  return { ...blockAt(address, type), provider_name: PROVIDER_ADDRESS };
}

function builtInBlock(name: string) {
  return { address: `data.platform_role.${name}`, mode: 'data', type: 'platform_role', name };
}

function builtIn({ roles }: EngineInput) {
  return Object.entries(roles).map(([name, uid]) => ({
    ...builtInBlock(name),
    ...{ provider_name: PROVIDER_ADDRESS, values: { uid, name } },
  }));
}

/** Returns the resources, referenced ones first. */
export function ordered({ blocks, meanings }: EngineInput): Declared[] {
  const all = Object.entries(blocks.resource ?? {}).flatMap(([type, named]) =>
    Object.entries(named)
      .filter(() => type.startsWith(`${PROVIDER_NAME}_`))
      .map(([name, body]) => ({ address: `${type}.${name}`, type, body: withoutMetaArguments(body) })),
  );
  const mentionedIn = (address: string, text: string) =>
    all.filter((other) => other.address !== address && new RegExp(`\\b${other.address}\\b`).test(text));
  const texts = (body: Values): string => {
    const own = JSON.stringify(body);
    const used = Object.entries(meanings).filter(([text]) => own.includes(JSON.stringify(text).slice(1, -1)));
    return [own, ...used.map(([, { reviewed = '', applied }]) => reviewed + applied)].join('');
  };
  const done = new Set<(typeof all)[number]>();
  const visit = (one: (typeof all)[number]): void => {
    if (done.has(one)) return;
    mentionedIn(one.address, texts(one.body)).forEach(visit);
    done.add(one);
  };
  all.forEach(visit);
  return [...done].map((one) => ({
    ...one,
    needs: mentionedIn(one.address, JSON.stringify(one.body)).map(({ address }) => address),
  }));
}

/** They decide the order of writes, which the attack draws. */
const META_ARGUMENTS = ['depends_on', 'lifecycle', 'provider'];

function withoutMetaArguments(body: Values): Values {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !META_ARGUMENTS.includes(name)));
}

export function evaluated(
  value: unknown,
  input: EngineInput,
  objects: ReadonlyMap<string, Values>,
  phase: Phase,
): unknown {
  if (Array.isArray(value)) return value.map((inner) => evaluated(inner, input, objects, phase));
  if (isObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [name, evaluated(inner, input, objects, phase)]),
    );
  if (typeof value !== 'string') return value;
  const meaning = Object.hasOwn(input.meanings, value) ? input.meanings[value] : undefined;
  if (meaning !== undefined) {
    const { isKnown = false, reviewed, applied } = meaning;
    const text = phase === 'applied' || isKnown ? applied : phase === 'reviewed' ? reviewed : undefined;
    return text === undefined ? UNKNOWN : evaluated(text, input, objects, phase);
  }
  const [, type = '', name = '', attribute = ''] = WHOLE.exec(value) ?? [];
  if (type === 'data.platform_role') return input.roles[name];
  // Nothing has been created for an object whose apply failed.
  if (type !== '') return objects.get(`${type}.${name}`)?.[attribute] ?? '?';
  return value
    .replace(/\$\$\{/g, '${')
    .replace(/\$\{(platform_\w+\.\w+)\.(\w+)\}/g, (_, address: string, one: string) =>
      String(objects.get(address)?.[one]),
    );
}

function expressionOf(value: unknown): unknown {
  if (isObject(value) && !Array.isArray(value))
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, expressionOf(inner)]));
  const references = [...JSON.stringify(value).matchAll(/(?:data\.)?platform_\w+\.\w+\.\w+/g)].map(([one]) => one);
  return { constant_value: value, ...(references.length > 0 && { references }) };
}

function knownIn(value: unknown): unknown {
  if (isUnknown(value)) return undefined;
  if (Array.isArray(value)) return value.map(knownIn);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, knownIn(inner)]));
}

function unknownIn(value: unknown): unknown {
  if (isUnknown(value)) return true;
  if (Array.isArray(value)) return value.some((inner) => unknownIn(inner) !== undefined) ? true : undefined;
  if (!isObject(value)) return undefined;
  const entries = Object.entries(value).map(([name, inner]) => [name, unknownIn(inner)]);
  return Object.fromEntries(entries.filter(([, inner]) => inner !== undefined));
}
