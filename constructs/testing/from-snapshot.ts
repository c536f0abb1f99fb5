/** Reads the objects of a running organization from its snapshot. */
import { isObject } from '../../src/model/api';
import type { SeedObject, SeedTree } from '../../src/emulator';
import {
  accessKinds,
  accountIn,
  collections,
  displayedPerson,
  type AccessKind,
  type AccessObject,
} from '../../src/access/rules';

export interface SnapshotFacts {
  /** The identity that applied the stacks. It owns each root group, and the result does not contain it. */
  readonly administratorUid: string;
  /** Returns the name of a built-in role. */
  readonly roleName: (uid: string) => string;
}

/** Returns the objects of a snapshot that decide access, without the administrator. */
export function snapshotObjects(tree: SeedTree, { administratorUid, roleName }: SnapshotFacts): AccessObject[] {
  const objects: AccessObject[] = [];
  const read = (container: Readonly<Record<string, unknown>>, parent: string | undefined): void => {
    for (const collection of collections) {
      const kind: AccessKind = accessKinds[collection];
      for (const object of (container[collection] ?? []) as readonly SeedObject[]) {
        const key = String(object['uid']);
        const identity = kind.identity && String(object[kind.identity]);
        if (key === administratorUid || identity === administratorUid) continue;
        const role = kind.role && toText(object[kind.role]);
        const filled = (kind.fields ?? []).filter((field) => object[field] !== undefined && object[field] !== '');
        const fields = Object.fromEntries(filled.map((field) => [field, object[field]]));
        const given = toText(object[kind.name ?? 'name']);
        const person = parent === undefined ? getPerson(object) : undefined;
        const name = (person && displayedPerson({ ...person, name: given })) ?? given ?? key;
        objects.push({ ...{ collection, key, name, parent, identity, role, fields }, ...person });
        if (collection === 'groups') read(object, key);
      }
    }
  };
  read(tree, undefined);
  return [...objects, ...builtInRoles(objects, roleName)];
}

/** Returns the account and the e-mail address, which only people have. */
function getPerson({
  account,
  email,
}: SeedObject): Pick<AccessObject, 'account' | 'email'> & { account: AccessObject['account'] } {
  return { account: isObject(account) ? accountIn(account) : undefined, email: toText(email) };
}

/** A snapshot contains no built-in roles. */
function builtInRoles(objects: readonly AccessObject[], roleName: (uid: string) => string): AccessObject[] {
  const custom = new Set(objects.filter(({ collection }) => collection === 'roles').map(({ key }) => key));
  const granted = new Set(objects.flatMap(({ role }) => (role === undefined || custom.has(role) ? [] : [role])));
  return [...granted].map((key) => ({
    ...{ collection: 'roles' as const, key, name: roleName(key), parent: undefined },
    ...{ fields: {}, isReferredTo: true },
  }));
}

function toText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
