/** States that no apply has made: thousands of resources would take one minutes. */
import { randomUUID } from 'node:crypto';
import type { Values } from '../../src/model/api';
import { createClient } from '../../src/client';
import type { RunningEmulator, SeedTree } from '../../src/emulator';
import { fillConfig } from '../../src/plugin/testing/configuration';
import { resourceSchema } from '../../src/provider/convert/resource-schema';
import { toReadState } from '../../src/provider/convert/to-state';
import { declarations } from '../../src/model/kinds';
import { type Declaration, typeName } from '../../src/model/schema';
import { claimMatch, type Counts } from './organization';

/** A root group that holds what `platformConfig` declares. */
export function seedOf({ groups, identities, bindings }: Counts, name: string): SeedTree {
  const inGroup = <T>(count: number, group: number, make: (index: number) => T): T[] =>
    Array.from({ length: Math.ceil((count - group) / groups) }, (_, nth) => make(group + nth * groups));
  return {
    groups: [
      {
        name,
        groups: Array.from({ length: groups }, (_, group) => ({
          name: `g${group}`,
          identities: inGroup(identities, group, (i) => ({ name: `i${i}`, claimMatch: claimMatch(i) })),
          roleBindings: inGroup(bindings, group, (i) => ({ identity: `i${i}`, role: 'viewer' })),
        })),
      },
    ],
  };
}

/** The state of `platformConfig` for what lies beneath the group, as an apply would have left it. */
export async function platformState({ baseUrl, token }: RunningEmulator, root: string): Promise<string> {
  const client = createClient({ baseUrl, token });
  const resources: object[] = [];
  const identities = new Map<string, string>();
  for (const declaration of declarations.filter(({ kind }) => ['Group', 'Identity', 'RoleBinding'].includes(kind))) {
    for await (const object of client.list(declaration, { descendantsOf: root })) {
      const { uid, name, identityUid } = object as Record<string, string | undefined>;
      if (declaration.kind === 'Identity') identities.set(uid ?? '', name ?? '');
      const address = name ?? identities.get(identityUid ?? '')?.replace('i', 'b');
      if (address !== undefined) resources.push(resource(declaration, address, object));
    }
  }
  await client.close();
  return getState(resources);
}

/** The state of a stack whose `import` blocks have been applied. */
export async function importedState({ baseUrl, token }: RunningEmulator, stack: string): Promise<string> {
  const { import: imports } = JSON.parse(stack) as {
    readonly import: readonly { readonly to: string; readonly id: string }[];
  };
  const addresses = new Map(imports.map(({ to, id }) => [`${to.split('.')[0]} ${id}`, to.split('.')[1] ?? '']));
  const client = createClient({ baseUrl, token });
  const resources: object[] = [];
  for (const declaration of declarations) {
    const type = typeName(declaration);
    if (![...addresses.keys()].some((key) => key.startsWith(`${type} `))) continue;
    for await (const object of client.list(declaration, {})) {
      const name = addresses.get(`${type} ${(object as Record<string, string>)['uid']}`);
      if (name !== undefined) resources.push(resource(declaration, name, object));
    }
  }
  await client.close();
  if (resources.length !== addresses.size) throw new Error('An import block names no object.');
  return getState(resources);
}

function resource(declaration: Declaration, name: string, object: Values): object {
  const attributes = fillConfig(resourceSchema(declaration), toReadState(declaration, object, {}));
  const provider = 'provider["platform-iac.internal/npm/platform"]';
  return {
    mode: 'managed',
    type: typeName(declaration),
    name,
    provider,
    instances: [{ schema_version: 0, attributes }],
  };
}

/** The state of `dataConfig`. */
export function dataState({ groups, identities, bindings }: Counts): string {
  const ids = new Map<string, string>();
  const data = (name: string, input: readonly string[], single: boolean): object => {
    const id = randomUUID();
    ids.set(name, id);
    const value = single
      ? { value: input[0], type: 'string' }
      : { value: input, type: ['tuple', input.map(() => 'string')] };
    const attributes = { id, input: value, output: value, triggers_replace: null };
    const provider = 'provider["terraform.io/builtin/terraform"]';
    return { mode: 'managed', type: 'terraform_data', name, provider, instances: [{ schema_version: 0, attributes }] };
  };
  const getId = (name: string): string => ids.get(name) ?? '';
  const all = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));
  return getState([
    ...all(groups, (i) => data(`g${i}`, [`g${i}`], true)),
    ...all(identities, (i) => data(`i${i}`, [getId(`g${i % groups}`), `i${i}`], false)),
    ...all(bindings, (i) => data(`b${i}`, [getId(`g${i % groups}`), getId(`i${i}`)], false)),
  ]);
}

function getState(resources: readonly object[]): string {
  return JSON.stringify({ version: 4, serial: 1, lineage: randomUUID(), outputs: {}, resources });
}
