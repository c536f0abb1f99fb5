/**
 * Finds people whose issuer nothing declares. Without a declaration, only the access before the change shows which issuers are usual:
 * a change must not vote about itself.
 */
import type { IdentityNode } from '../../access/graph';
import { groupBy } from '../../access/graph/paths';
import { findPublicProvider, isDeclaredAccount } from '../../access/trust';
import { onceFor } from '../../base/cache/once-for';
import { toAccountText, withoutScheme, type PersonAccount } from '../../base/text/person-account';
import { isObject } from '../../model/api';
import { identity, identityProvider } from '../../model/kinds';
import { attribute, textAttribute } from '../input/plan/values';
import { isPerson, objectId, personIn, type Objects } from '../organization/objects/objects';
import type { Analysis } from './analysis';
import { isOwnIssuer } from './assume/undeclared';
import { mayWrite } from './rights';
import type { OrganizationGraph } from './to-graph';
import { isDecidedBefore } from './trusted-owners';

/** A person whose issuer, or account at a public provider, nothing declares. */
export interface UndeclaredPerson {
  readonly node: IdentityNode;
  readonly account: PersonAccount;
}

/** Returns the people after the change. Each has a role. */
export const findUndeclaredPeople = onceFor((analysis: Analysis): readonly UndeclaredPerson[] => {
  const { isBefore, voters, providers, declared, peopleAfter } = decideIssuers(analysis);
  // A change that only gives roles that read is no severe finding: its people do not vouch for those that write.
  const vouch = (people: readonly Person[]): Vouching => ({
    known: new Set(isBefore ? people.map(toVouched) : []),
    declared: isBefore ? findDeclared(analysis, people, providers) : declared,
  });
  const [readers, writers] = [vouch(voters), vouch(voters.filter(({ isWriter }) => isWriter))];
  return peopleAfter.filter((person) => {
    const vouching = person.isWriter ? writers : readers;
    return !isDeclared(person, vouching.declared, analysis) && !vouching.known.has(toVouched(person));
  });
});

/** The accounts and issuers of people with access before the change, and the issuers that are the organization's own. */
interface Vouching {
  readonly known: ReadonlySet<string>;
  readonly declared: ReadonlySet<string>;
}

/** Returns the people of one side by their keys, as if nothing changed: the people of an issuer do not vouch for it. */
export const listUndeclaredPeople = onceFor((analysis: Analysis) => {
  const list = (side: 'before' | 'after'): ReadonlyMap<string, UndeclaredPerson> => {
    const { people, providers } = findIssuers(analysis[side], analysis.organization[side]);
    const declared = findDeclared(analysis, people, providers);
    return new Map(
      people.flatMap((person) => (isDeclared(person, declared, analysis) ? [] : [[person.node.key, person]])),
    );
  };
  const after = list('after');
  return { after, before: analysis.organization.before === analysis.organization.after ? after : list('before') };
});

/** Returns a clause without the person: `nothing declares the issuer login.example.com`. */
export function undeclaredPersonText({ issuer }: PersonAccount): string {
  const account = findPublicProvider(issuer);
  return account === undefined
    ? `nothing declares the issuer ${withoutScheme(issuer)}`
    : `nothing declares this ${account.replace(/^an? /, '')}, and anyone can create one`;
}

/** Returns what a person vouches for: an issuer, or only the account at a public provider. */
function toVouched({ account }: UndeclaredPerson): string {
  return isOwnIssuer(account.issuer) ? account.issuer : toAccountText(account);
}

function isDeclared({ account }: UndeclaredPerson, issuers: ReadonlySet<string>, { configuration }: Analysis): boolean {
  return issuers.has(account.issuer) || isDeclaredAccount(account, configuration.owners ?? []);
}

/** Returns true if neither the configuration nor the access before the change shows that the issuer, if it is known, is a usual one. */
export function isUndeclaredIssuer(issuer: string | undefined, analysis: Analysis): boolean {
  const { isBefore, declared } = decideIssuers(analysis);
  return isBefore && (issuer === undefined || !declared.has(issuer));
}

/** Returns the issuers that are known. In a first plan, its own people and identity providers decide. */
const decideIssuers = onceFor((analysis: Analysis) => {
  const { before, after, organization } = analysis;
  const sides = [findIssuers(before, organization.before), findIssuers(after, organization.after)] as const;
  const isBefore = isDecidedBefore(analysis) || sides[0].people.length > 0 || sides[0].providers.length > 0;
  const { people: voters, providers } = sides[isBefore ? 0 : 1];
  // In a first plan, the people decide only if nothing is declared.
  const isDecided = isBefore || analysis.fromNothing === true || analysis.configuration.trustedIssuers === undefined;
  const people = isDecided ? voters : [];
  const declared = findDeclared(analysis, people, providers);
  return { isBefore, voters, providers, declared, peopleAfter: sides[1].people };
});

/** Returns the issuers that are the organization's own. */
function findDeclared(
  { configuration }: Analysis,
  people: readonly Person[],
  providers: readonly string[],
): ReadonlySet<string> {
  const all = [...(configuration.trustedIssuers ?? []), ...providers, ...findMainIssuer(people)];
  return new Set(all.filter(isOwnIssuer));
}

interface Person extends UndeclaredPerson {
  readonly isWriter: boolean;
}

/** Returns the people with a role, and the issuers of the identity providers. */
function findIssuers(side: OrganizationGraph, objects: Objects) {
  const people = side.graph.identities.flatMap((node): Person[] => {
    const instances = objects.get(objectId(identity, node.key))?.instances.filter(isPerson) ?? [];
    const account = instances.map((instance) => personIn(instance).account).find((found) => found !== undefined);
    if (account === undefined || node.grants.length === 0) return [];
    return [{ node, account, isWriter: node.grants.some((grant) => mayWrite(side, grant)) }];
  });
  const providers = [...objects.values()].flatMap(({ declaration, instances: [{ values }] }) => {
    const oidc = declaration === identityProvider ? attribute(values, 'oidc') : undefined;
    return isObject(oidc) ? (textAttribute(oidc, 'issuer') ?? []) : [];
  });
  return { people, providers };
}

/** Returns the issuer of most people without public accounts. One person shows none, unless no other issuer exists. */
function findMainIssuer(people: readonly Person[]): readonly string[] {
  const own = people.filter(({ account }) => isOwnIssuer(account.issuer));
  const issuers = [...groupBy(own, ({ account }) => account.issuer)].sort(([, a], [, b]) => b.length - a.length);
  const [[main, most] = ['', []], [, next] = ['', []]] = issuers;
  return most.length > next.length && (most.length > 1 || issuers.length === 1) ? [main] : [];
}
