/** A declared organization, random changes to it, and their plans in Terraform's format. */
import { PROVIDER_ADDRESS, type Values } from '../../../src/model/api';

/** A reference to the uid of another resource, or to the root group. */
type Reference = string;

export interface Declared {
  readonly type: 'platform_group' | 'platform_identity' | 'platform_role' | 'platform_role_binding';
  /** The attributes that contain uids, with the addresses that they refer to. */
  readonly references: Readonly<Record<string, Reference>>;
  readonly values: Values;
}

/** Resources by address. */
export type Configuration = ReadonlyMap<string, Declared>;
export type State = ReadonlyMap<string, Values>;

export const ROOT = 'ROOT';

export interface Choice {
  readonly what: number;
  readonly one: number;
  readonly other: number;
  readonly text: string;
}

/** Makes one change that `isFree` allows. `id` names new objects. */
export function changed(
  configuration: Configuration,
  { what, one, other, text }: Choice,
  id: string,
  isFree: (address: string) => boolean,
): Configuration {
  const next = new Map(configuration);
  const of = (type: Declared['type']) =>
    [...configuration].filter(([, declared]) => declared.type === type).map(([address]) => address);
  const pick = (from: readonly string[], index: number) => from[index % Math.max(from.length, 1)];
  const group = pick([ROOT, ...of('platform_group').filter(isFree)], one) ?? ROOT;
  const identity = pick(of('platform_identity').filter(isFree), one);
  const role = pick(of('platform_role').filter(isFree), other);
  const update = (address: string | undefined, values: Values): void => {
    const declared = address === undefined ? undefined : next.get(address);
    if (address !== undefined && declared !== undefined && isFree(address))
      next.set(address, { ...declared, values: { ...declared.values, ...values } });
  };
  const add = (type: Declared['type'], references: Declared['references'], values: Values): void =>
    void next.set(`${type}.${id}`, { type, references, values });
  const match = { issuer: 'https://issuer.example', subject: text };
  switch (what % 10) {
    case 0:
    case 1:
      add('platform_group', { parent_uid: group }, { name: id });
      break;
    case 2:
    case 3:
      add('platform_identity', { group_uid: group }, { name: id, claim_match: match });
      break;
    case 4:
      add('platform_role', { group_uid: ROOT }, { name: id, capabilities: ['groups.list'] });
      break;
    case 5:
    case 6:
      // Two people who bind the same identity to the same role conflict.
      if (identity !== undefined && role !== undefined && !isBound(configuration, identity))
        add('platform_role_binding', { group_uid: group, identity_uid: identity, role_uid: role }, {});
      break;
    case 7:
      update(group === ROOT ? undefined : group, other % 2 === 0 ? { description: text } : { name: `${id}-renamed` });
      break;
    case 8:
      update(identity, other % 2 === 0 ? { claim_match: match } : { description: text });
      break;
    default: {
      const gone = pick(
        [...of('platform_role_binding'), ...of('platform_identity')].filter(
          (address) => isFree(address) && !isReferred(configuration, address),
        ),
        other,
      );
      if (gone !== undefined) next.delete(gone);
    }
  }
  return next;
}

function isBound(configuration: Configuration, identity: string): boolean {
  return [...configuration.values()].some(({ references }) => references['identity_uid'] === identity);
}

function isReferred(configuration: Configuration, address: string): boolean {
  return [...configuration.values()].some(({ references }) => Object.values(references).includes(address));
}

/** Returns the plan of a configuration in the format of `terraform show -json`. Expressions use JSON syntax. */
export function planOf(configuration: Configuration, state: State, root: string): string {
  const instance = (address: string, type: string) => ({
    address,
    mode: 'managed',
    type,
    name: address.split('.')[1],
    provider_name: PROVIDER_ADDRESS,
  });
  const changes = [...new Set([...state.keys(), ...configuration.keys()])].map((address) => {
    const declared = configuration.get(address);
    const before = state.get(address) ?? null;
    const type = declared?.type ?? address.split('.')[0] ?? '';
    if (declared === undefined)
      return { ...instance(address, type), change: { actions: ['delete'], before, after: null } };
    const uids = Object.entries(declared.references).map(
      ([name, to]) => [name, to === ROOT ? root : (state.get(to)?.['uid'] ?? null)] as const,
    );
    const known = Object.fromEntries(uids.filter(([, uid]) => uid !== null));
    const after = { ...(before ?? {}), ...declared.values, ...known };
    const unknown = Object.fromEntries(uids.filter(([, uid]) => uid === null).map(([name]) => [name, true]));
    if (before === null)
      return {
        ...instance(address, type),
        change: { actions: ['create'], before, after, after_unknown: { ...unknown, uid: true, create_time: true } },
      };
    const isSame = Object.entries(declared.values).every(
      ([name, value]) => JSON.stringify(value) === JSON.stringify(pruned(before[name])),
    );
    return { ...instance(address, type), change: { actions: [isSame ? 'no-op' : 'update'], before, after } };
  });
  const resources = [...configuration].map(([address, { type, references, values }]) => ({
    ...{ address, mode: 'managed', type, name: address.split('.')[1] },
    provider_config_key: 'platform',
    expressions: {
      ...Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { constant_value: value }])),
      ...Object.fromEntries(
        Object.entries(references).map(([name, to]) => [
          name,
          { constant_value: to === ROOT ? root : `\${${to}.uid}` },
        ]),
      ),
    },
  }));
  return JSON.stringify({
    format_version: '1.2',
    terraform_version: '1.11.4',
    prior_state: {
      format_version: '1.0',
      values: {
        root_module: {
          resources: [...state].map(([address, values]) => ({
            ...instance(address, address.split('.')[0] ?? ''),
            values,
          })),
        },
      },
    },
    resource_changes: changes,
    configuration: { root_module: { resources } },
  });
}

function pruned(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== null));
}
