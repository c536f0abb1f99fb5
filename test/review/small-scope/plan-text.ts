/** The plan of an edit, as Terraform shows it in JSON. */
import { createHash } from 'node:crypto';
import { PROVIDER_ADDRESS } from '../../../src/model/api';
import { groupIds, type Version } from './edits';
import { claimMatch, getRoleNames } from './embedded-answers';
import { ABSENT, BOTH, isBound } from './organizations';

export interface PlanObject {
  readonly id: string;
  readonly type: string;
  readonly values: Readonly<Record<string, unknown>> & { readonly uid: string };
  /** The values as JSON. */
  readonly text: string;
}

/** The objects of a version by address. */
export type PlanObjects = ReadonlyMap<string, PlanObject>;

const ROOT = 'ac3e'.repeat(10);

const known = new Map<string, string>();

/** Returns 16 hexadecimal digits that are the same for the same text. */
function segment(text: string): string {
  const digits = known.get(text) ?? createHash('sha256').update(text).digest('hex').slice(0, 16);
  known.set(text, digits);
  return digits;
}

/**
 * Returns the objects of a version.
 *
 * @param before the objects before the edit, if this is the version after it
 * @param seed determines the uids of the objects that the edit creates
 */
export function objectsOf(version: Version, before?: PlanObjects, seed = ''): PlanObjects {
  const { state, names = {}, subjects = {}, recreated = [] } = version;
  const objects = new Map<string, PlanObject>();
  const fresh = new Set<string>();
  const ids = groupIds(version);
  const groupUids: string[] = [];
  const add = (type: string, id: string, at: number, dependsOn: readonly string[], values: object) => {
    const address = `platform_${type}.${id}`;
    const isNew =
      before !== undefined &&
      (!before.has(address) || recreated.includes(id) || dependsOn.some((other) => fresh.has(other)));
    if (isNew) fresh.add(id);
    const parent = groupUids[at];
    const uid = parent === undefined ? ROOT : `${parent}/${segment(isNew ? `${id} ${seed}` : id)}`;
    const all = { uid, ...values };
    objects.set(address, { id, type: `platform_${type}`, values: all, text: JSON.stringify(all) });
    return uid;
  };
  const named = (id: string) => ({ name: names[id] ?? id, description: null });
  for (const [at, parent] of state.tree.entries()) {
    const id = ids[at] ?? '';
    const parent_uid = groupUids[parent] ?? null;
    groupUids.push(add('group', id, parent, [ids[parent] ?? ''], { ...named(id), parent_uid }));
  }
  const groupUidOf = (at: number) => ({ group_uid: groupUids[at] });
  const [identityUids, roleUids]: [string[], string[]] = [[], []];
  for (const one of BOTH) {
    const [home, place] = [state.roles[one], state.identities[one]];
    if (place !== ABSENT) {
      const values = { ...named(`i${one}`), ...groupUidOf(place), claim_match: claimMatch(subjects[one] ?? `s${one}`) };
      identityUids[one] = add('identity', `i${one}`, place, [ids[place] ?? ''], values);
    }
    if (home !== ABSENT) {
      const values = { ...named(`r${one}`), ...groupUidOf(home), capabilities: getRoleNames(state.capabilities[one]) };
      roleUids[one] = add('role', `r${one}`, home, [ids[home] ?? ''], values);
    }
  }
  for (const at of state.tree.keys())
    for (const who of BOTH)
      for (const what of BOTH)
        if (isBound(state, at, who, what)) {
          const id = ids[at] ?? '';
          const values = { ...groupUidOf(at), identity_uid: identityUids[who], role_uid: roleUids[what] };
          add('role_binding', `b${id}${who}${what}`, at, [id, `i${who}`, `r${what}`], values);
        }
  return objects;
}

/** The plan from one set of objects to another; in the reverse order of resources if asked. */
export function planText(was: PlanObjects, is: PlanObjects, isReversed = false): string {
  const ordered = (list: readonly string[]) => (isReversed ? list.toReversed() : list).join();
  const instance = (address: string, { type, id }: PlanObject) =>
    `"address":"${address}","mode":"managed","type":"${type}","name":"${id}","provider_name":"${PROVIDER_ADDRESS}"`;
  const changes = [...new Set([...was.keys(), ...is.keys()])].flatMap((address) => {
    const [old, now] = [was.get(address), is.get(address)];
    const object = now ?? old;
    if (object === undefined) return [];
    const change = `"actions":${JSON.stringify(actionsOf(old, now))},"before":${old?.text ?? null},"after":${now?.text ?? null}`;
    return [`{${instance(address, object)},"change":{${change},"after_unknown":{}}}`];
  });
  const resources = [...was].map(
    ([address, object]) => `{${instance(address, object)},"values":${object.text},"sensitive_values":{}}`,
  );
  return `{"format_version":"1.2","complete":true,"applyable":true,"errored":false,"resource_changes":[${ordered(changes)}],"prior_state":{"values":{"root_module":{"resources":[${ordered(resources)}]}}}}`;
}

export function actionsOf(old: PlanObject | undefined, now: PlanObject | undefined): string[] {
  if (old === undefined) return ['create'];
  if (now === undefined) return ['delete'];
  if (old.values.uid !== now.values.uid) return ['delete', 'create'];
  return old.text === now.text ? ['no-op'] : ['update'];
}
