/**
 * Finds people whose issuer nothing declares. Without a declaration, only the access before the change shows which issuers are usual:
 * a change must not vote about itself.
 */
import { canWrite } from '../../access/graph/built-in-roles';
import type { IdentityNode } from '../../access/graph';
import { groupBy } from '../../access/graph/paths';
import { onceFor } from '../../base/cache/once-for';
import { isObject } from '../../model/api';
import { identity, identityProvider } from '../../model/kinds';
import { attribute, textAttribute } from '../input/plan/values';
import { isPerson, objectId, personIn, type Objects } from '../organization/objects/objects';
import type { Analysis } from './analysis';
import type { OrganizationGraph } from './to-graph';
import { isDecidedBefore } from './trusted-owners';

/** A person whose issuer nothing declares. */
export interface UndeclaredPerson {
  readonly node: IdentityNode;
  readonly issuer: string;
}

/** Returns the people after the change. Each has a role. */
export const findUndeclaredPeople = onceFor((analysis: Analysis): readonly UndeclaredPerson[] => {
  const { isBefore, voters, declared, peopleAfter } = decideIssuers(analysis);
  // A change that only gives roles that read is no severe finding: its people do not vouch for those that write.
  const known = (isWriter: boolean) =>
    new Set(isBefore ? voters.flatMap((person) => (isWriter && !person.isWriter ? [] : [person.issuer])) : []);
  const [readers, writers] = [known(false), known(true)];
  return peopleAfter.filter(
    ({ issuer, isWriter }) => !declared.has(issuer) && !(isWriter ? writers : readers).has(issuer),
  );
});

/** Returns true if neither the configuration nor the access before the change shows that the issuer, if it is known, is a usual one. */
export function isUndeclaredIssuer(issuer: string | undefined, analysis: Analysis): boolean {
  const { isBefore, declared } = decideIssuers(analysis);
  return isBefore && (issuer === undefined || !declared.has(issuer));
}

/** Returns the issuers that are known. In a first plan, its own people and identity providers decide. */
const decideIssuers = onceFor((analysis: Analysis) => {
  const { before, after, organization, configuration } = analysis;
  const sides = [findIssuers(before, organization.before), findIssuers(after, organization.after)] as const;
  const isBefore = isDecidedBefore(analysis) || sides[0].people.length > 0 || sides[0].providers.length > 0;
  const { people: voters, providers } = sides[isBefore ? 0 : 1];
  const declared = new Set([...(configuration.trustedIssuers ?? []), ...providers, ...findMainIssuer(voters)]);
  return { isBefore, voters, declared, peopleAfter: sides[1].people };
});

interface Person extends UndeclaredPerson {
  readonly isWriter: boolean;
}

/** Returns the people with a role, and the issuers of the identity providers. */
function findIssuers({ graph, unknownRoles }: OrganizationGraph, objects: Objects) {
  const people = graph.identities.flatMap((node): Person[] => {
    const instances = objects.get(objectId(identity, node.key))?.instances.filter(isPerson) ?? [];
    const issuer = instances.map((instance) => personIn(instance).account?.issuer).find((text) => text !== undefined);
    if (issuer === undefined || node.grants.length === 0) return [];
    return [{ node, issuer, isWriter: node.grants.some(({ role }) => unknownRoles.has(role.key) || canWrite(role)) }];
  });
  const providers = [...objects.values()].flatMap(({ declaration, instances: [{ values }] }) => {
    const oidc = declaration === identityProvider ? attribute(values, 'oidc') : undefined;
    return isObject(oidc) ? (textAttribute(oidc, 'issuer') ?? []) : [];
  });
  return { people, providers };
}

/** Returns the issuer of most people. One person shows none, unless no other issuer exists. */
function findMainIssuer(people: readonly Person[]): readonly string[] {
  const issuers = [...groupBy(people, ({ issuer }) => issuer)].sort(([, a], [, b]) => b.length - a.length);
  const [[main, most] = ['', []], [, next] = ['', []]] = issuers;
  return most.length > next.length && (most.length > 1 || issuers.length === 1) ? [main] : [];
}
