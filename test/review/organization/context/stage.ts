/** Creates an organization in the emulator, and plans of some of its objects. */
import { createClient } from '../../../../src/client';
import { createEmulator, type Emulator, type SeedTree } from '../../../../src/emulator';
import { readPlan, type TerraformPlan } from '../../../../src/review';

export type Json = Readonly<Record<string, unknown>>;

export const ACME = 'ac3e'.repeat(10);
export const TEAMS = `${ACME}/1111111111111111`;
export const SHOP = `${TEAMS}/2222222222222222`;
export const ADA = 'ada0'.repeat(10);

export interface Change {
  /** `undefined` for a create. */
  readonly before?: Json;
  /** `undefined` for a deletion. */
  readonly after?: Json;
  readonly isImported?: true;
}

/** Returns a plan with these changes. A no-op change is a managed object. */
export function planOf(changes: Readonly<Record<string, Change>>, name = 'plan'): TerraformPlan {
  const instance = (address: string) => ({
    ...{ address, mode: 'managed', type: address.split('.')[0] },
    provider_name: 'platform-iac.internal/npm/platform',
  });
  const entries = Object.entries(changes);
  const document = {
    ...{ format_version: '1.2', complete: true, applyable: true, errored: false },
    prior_state: {
      values: {
        root_module: {
          resources: entries.flatMap(([address, { before }]) =>
            before === undefined ? [] : [{ ...instance(address), values: before }],
          ),
        },
      },
    },
    resource_changes: entries.map(([address, { before, after, isImported }]) => {
      const action =
        before === undefined ? 'create' : after === undefined ? 'delete' : before === after ? 'no-op' : 'update';
      const importing = isImported && { importing: { id: String(before?.['uid']) } };
      const change = {
        actions: [action],
        before: before ?? null,
        after: after ?? null,
        after_unknown: {},
        ...importing,
      };
      return { ...instance(address), change };
    }),
  };
  return readPlan(JSON.stringify(document), name);
}

/** Returns a no-op change of an object. */
export function kept(values: Json): Change {
  return { before: values, after: values };
}

export interface Organization {
  readonly emulator: Emulator;
  readonly client: (uid?: string, capabilities?: readonly string[]) => Promise<ReturnType<typeof createClient>>;
  /** Returns the requests since the start or since the last call. */
  readonly requests: () => readonly string[];
}

export function organizationOf(seed: SeedTree): Organization {
  const emulator = createEmulator({ seed });
  return {
    emulator,
    client: async (uid, capabilities) =>
      createClient({
        baseUrl: 'http://localhost',
        token: uid === undefined ? await emulator.administratorToken() : await emulator.tokenFor(uid, capabilities),
        fetch: (request) => emulator.handle(request),
      }),
    requests: () => {
      const sent = emulator.requestLog.entries.map(({ method, path }) => `${method} ${path.split('?')[0]}`);
      emulator.requestLog.clear();
      return sent;
    },
  };
}
