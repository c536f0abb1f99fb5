/**
 * Access control: a role binding applies in its group and all groups under it, a token may limit the capabilities and
 * the groups of its identity, and nobody can grant a capability that they do not hold. The emulator's own rules, which
 * the review checks by rules of its own. Contract A1 to A5.
 */
import { isKnownCapability, isWithin } from '../../model/api';
import type { Caller, SignIn } from '../wire/route';

/** Represents every capability that is not in our table. The set is open, and owners hold all of it. */
export const EVERY_UNKNOWN = '(every further capability)';

/** The data for access decisions, read from the store. */
export interface Grants {
  /** Returns the role bindings of an identity in all groups. */
  getBindings(identityUid: string): readonly HeldGrant[];
  /** Returns the grants of a person through the identity providers of the sign-in. @default no identity providers */
  signInGrants?(signIn: SignIn): readonly HeldGrant[];
  /**
   * Returns the dotted capabilities of a built-in or custom role, including {@link EVERY_UNKNOWN}. Empty for a deleted
   * role.
   */
  findCapabilities(roleUid: string): readonly string[];
}

export interface HeldGrant {
  /** The group where the identity has the role. */
  readonly groupUid: string;
  readonly roleUid: string;
}

export interface Access {
  /** Returns true if the caller holds a capability (dotted) at the object or group `scopeUid`. */
  holds(caller: Caller, capability: string, scopeUid: string): boolean;
  /**
   * Returns the topmost groups where the caller holds the capability, sorted. A list contains only these groups and the
   * groups beneath them.
   */
  scopes(caller: Caller, capability: string): string[];
  /**
   * Those of `capabilities` that the caller does not hold at `scopeUid`, sorted: the caller cannot grant them there.
   * Granting {@link EVERY_UNKNOWN} requires exactly that.
   */
  missing(caller: Caller, capabilities: Iterable<string>, scopeUid: string): string[];
  /** Returns the capabilities that each role gives the caller, in the order of groups and roles. */
  granted(caller: Caller): Granted[];
}

/** A role of the caller in a group, with the capabilities that the token has there and beneath. */
export interface Granted extends HeldGrant {
  /** Dotted names, sorted. */
  readonly capabilities: readonly string[];
}

export function createAccess(grants: Grants): Access {
  const getGrants = ({ subject, signIn }: Caller): readonly HeldGrant[] => [
    ...grants.getBindings(subject),
    ...((signIn && grants.signInGrants?.(signIn)) ?? []),
  ];
  const allows = (caller: Caller, capability: string) => caller.caps?.includes(capability) ?? true;

  const groupsWith = (caller: Caller, capability: string): string[] =>
    allows(caller, capability)
      ? getGrants(caller)
          .filter(({ roleUid }) => includes(grants.findCapabilities(roleUid), capability))
          .flatMap(({ groupUid }) => reachable(caller, groupUid))
      : [];

  const holds = (caller: Caller, capability: string, scopeUid: string): boolean =>
    groupsWith(caller, capability).some((groupUid) => isWithin(scopeUid, groupUid));

  return {
    holds,
    scopes: (caller, capability) => {
      const groups = [...new Set(groupsWith(caller, capability))].sort();
      return groups.filter((uid) => !groups.some((other) => other !== uid && isWithin(uid, other)));
    },
    missing: (caller, capabilities, scopeUid) =>
      [...new Set(capabilities)].filter((capability) => !holds(caller, capability, scopeUid)).sort(),
    granted: (caller) =>
      getGrants(caller)
        .flatMap((grant) => reachable(caller, grant.groupUid).map((groupUid) => ({ ...grant, groupUid })))
        .map(({ groupUid, roleUid }) => {
          const capabilities = grants
            .findCapabilities(roleUid)
            .filter((name) => name !== EVERY_UNKNOWN && allows(caller, name));
          return { groupUid, roleUid, capabilities: capabilities.sort() };
        })
        .sort((a, b) => compare(a.groupUid, b.groupUid) || compare(a.roleUid, b.roleUid)),
  };
}

/** Returns the topmost groups where the token has a binding of the group: those of its scopes that are in the group (T3). */
function reachable({ scopes }: Caller, groupUid: string): readonly string[] {
  return scopes === undefined ? [groupUid] : scopes.filter((scope) => isWithin(scope, groupUid));
}

function includes(held: readonly string[], capability: string): boolean {
  return held.includes(capability) || (held.includes(EVERY_UNKNOWN) && !isKnownCapability(capability));
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
