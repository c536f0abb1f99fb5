/** The organization as the API shows it to each identity: who can do what, and which workload each identity accepts. */
import { isUid, parentUid } from '../../src/model/api';
import { type Client, group, identity, role, roleBinding } from '../../src/client';
import type { Declaration } from '../../src/model/schema';
import { questions } from '../review/random-access';

export interface Observed {
  /** Paths of groups and identities by uid. */
  readonly paths: ReadonlyMap<string, string>;
  /** The kind of each object by uid. */
  readonly kinds: ReadonlyMap<string, string>;
  /** Every `[identity, capability, group]` that the API allows, by uids. */
  readonly allowed: readonly (readonly [identity: string, capability: string, group: string])[];
  /** The subject that each identity accepts, by its uid. */
  readonly subjects: ReadonlyMap<string, string>;
}

/** The API, as an administrator lists it and as others ask it. */
export interface Asked {
  readonly client: Client;
  readonly tokenFor: (identity: string) => Promise<string>;
  /** @param path beneath the address of the API */
  readonly send: (path: string, init: RequestInit) => Promise<Response>;
}

/** Sends requests with the token of each identity. Invalid bodies change nothing: any response except 403 means yes. */
export async function observe({ client, tokenFor, send }: Asked): Promise<Observed> {
  const [paths, kinds, subjects] = [new Map<string, string>(), new Map<string, string>(), new Map<string, string>()];
  const list = async (declaration: Declaration) => {
    const found: Record<string, unknown>[] = [];
    for await (const object of client.list(declaration)) found.push(object);
    for (const { uid } of found) kinds.set(String(uid), declaration.kind);
    return found.sort((one, other) => String(one['uid']).length - String(other['uid']).length);
  };
  const [groups, identities] = await Promise.all([list(group), list(identity), list(role), list(roleBinding)]);
  for (const { uid, name } of [...groups, ...identities]) {
    const above = paths.get(parentUid(String(uid)) ?? '');
    paths.set(String(uid), above === undefined ? String(name) : `${above}/${String(name)}`);
  }
  const allowed: Observed['allowed'][number][] = [];
  const workloads = identities.filter(({ uid }) => isUid(parentUid(String(uid))));
  for (const { uid: who, claimMatch } of workloads) {
    const uid = String(who);
    subjects.set(uid, (claimMatch as { subject?: string } | undefined)?.subject ?? '');
    const headers = { authorization: `Bearer ${await tokenFor(uid)}`, 'content-type': 'application/json' };
    const own = groups.map((one) => String(one['uid'])).filter((at) => rootOf(at) === rootOf(uid));
    await Promise.all(
      own.flatMap((at) =>
        Object.entries(questions).map(async ([capability, question]) => {
          const [method, path, body = '{"name":"?"}'] = question(at);
          const { status } = await send(`iam/v2beta1/${path}`, { method, headers, ...(method !== 'GET' && { body }) });
          if (status < 400 || status >= 500) throw new Error(`${capability} in ${at}: HTTP ${status}`);
          if (status !== 403) allowed.push([uid, capability, at]);
        }),
      ),
    );
  }
  return { paths, kinds, allowed, subjects };
}

/** Returns the uid of the root group. */
export function rootOf(uid: string): string {
  return uid.split('/')[0] ?? '';
}
