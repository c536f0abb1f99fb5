/** The data of the store for authentication and access control: identities, role bindings, roles. */
import { formatTimestamp } from '../../model/api';
import { externalGroupRoleMapping, group, identity, identityProvider, role, roleBinding } from '../../model/kinds';
import { getSignInGrants, type Account, type Assumable, type HeldGrant, type Grants } from '../auth';
import type { BehaviorContext } from '../service/kind-behavior';
import { mayList } from '../service/record';
import { equal, isRoot } from '../store/selection';
import type { Store } from '../store/store';
import type { Caller, SignIn } from '../wire/route';
import { builtInRoleUid, getCapabilities } from './role';

export function assumableIn(store: Store, uid: string): Assumable | undefined {
  return store.get(identity.kind, uid)?.values;
}

/** The list capabilities that a reader has in a group, without a binding. */
export interface ReaderGrant {
  /** The uid of the group. */
  readonly group: string;
  /** Dotted names. */
  readonly capabilities: readonly string[];
}

/** Returns the grants, and for the reader these instead of its own: no object of the store shows them. */
export function withReader(grants: Grants, readerUid: string, held: readonly ReaderGrant[]): Grants {
  const roles = new Map(held.map(({ capabilities }, index) => [builtInRoleUid(`reader ${index}`), capabilities]));
  const bindings = [...roles.keys()].map((roleUid, index) => ({ groupUid: held[index]?.group ?? '', roleUid }));
  return {
    ...grants,
    getBindings: (uid) => (uid === readerUid ? bindings : grants.getBindings(uid)),
    findCapabilities: (uid) => roles.get(uid) ?? grants.findCapabilities(uid),
  };
}

/** Returns the uid of the person with the account, or `undefined`. */
export function personWith(store: Store, { issuer, subject }: Account): string | undefined {
  const people = store.find(identity.kind, [isRoot]);
  return people.find(({ values }) => {
    const { account } = values as { readonly account?: Partial<Account> };
    return account?.issuer === issuer && account.subject === subject;
  })?.uid;
}

/** Notes when an identity was last assumed; its `updateTime` stays, since nobody changed it. */
export function recordAssumed(store: Store, uid: string, time: Date): void {
  const record = store.get(identity.kind, uid);
  if (record !== undefined)
    store.replace({ ...record, values: { ...record.values, lastSeenTime: formatTimestamp(time) } });
}

/** Adds a person who was looked up before their first sign-in (contract O5): only the account is known. */
export function recordLookedUp(store: Store, uid: string, account: Account, time: Date): void {
  if (store.get(identity.kind, uid) !== undefined) return;
  const now = formatTimestamp(time);
  store.insert({ kind: identity.kind, uid, name: '', values: { account }, createTime: now, updateTime: now });
}

/** Returns the name of a group or role that the caller has; empty if they may not list it (contract A9). */
export function nameFor(context: BehaviorContext, caller: Caller, of: 'group' | 'role', uid: string): string {
  const declaration = of === 'group' ? group : role;
  const found = context.store.get(declaration.kind, uid);
  const isPublic = of === 'role' && found?.parent === undefined;
  return found !== undefined && (isPublic || mayList(context, caller, declaration, uid)) ? found.name : '';
}

/** Returns the data for access decisions, from the current role bindings and roles. */
export function createGrants(store: Store): Grants {
  const getBindings = untilWritten(store, roleBinding.kind, (identityUid): readonly HeldGrant[] =>
    store
      .find(roleBinding.kind, [equal('identityUid', identityUid)])
      .map(({ parent, values }) => ({ groupUid: String(parent), roleUid: String(values['roleUid']) })),
  );
  const capabilitiesIn = untilWritten(store, role.kind, (roleUid): readonly string[] => {
    const found = store.get(role.kind, roleUid);
    return found === undefined ? [] : getCapabilities(found);
  });
  return { getBindings, signInGrants: (signIn) => findSignInGrants(store, signIn), findCapabilities: capabilitiesIn };
}

function findSignInGrants(store: Store, signIn: SignIn): readonly HeldGrant[] {
  return store.find(identityProvider.kind, []).flatMap(({ uid, parent, values }) =>
    getSignInGrants(signIn, {
      groupUid: String(parent),
      defaultRole: String(values['defaultRole']),
      oidc: values['oidc'] ?? {},
      mappings: () =>
        store.find(externalGroupRoleMapping.kind, [equal('parent', uid)]).map((mapping) => ({
          groupUid: String(mapping.values['scope']),
          roleUid: String(mapping.values['roleUid']),
          externalGroupId: String(mapping.values['externalGroupId']),
        })),
    }),
  );
}

/** Caches the results of `find` by uid until the next write to the kind. */
function untilWritten<T>(store: Store, kind: string, find: (uid: string) => T): (uid: string) => T {
  const known = new Map<string, T>();
  let revision = -1;
  return (uid) => {
    if (revision !== store.revision(kind) || known.size >= maxRemembered) known.clear();
    revision = store.revision(kind);
    const value = known.get(uid) ?? find(uid);
    known.set(uid, value);
    return value;
  };
}

const maxRemembered = 1000;
