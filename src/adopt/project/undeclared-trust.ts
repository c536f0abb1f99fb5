/** Trust of identities in issuers, accounts and people that no owner decides about: a person confirms it before the first plan. */
import { createTokenReachability, isOutsider, type TrustedOwner } from '../../access/rules';
import { groupBy } from '../../access/graph/paths';
import { undeclaredIssuer } from '../../access/trust';
import { codeSpan } from '../../base/text/markdown';
import { visible } from '../../base/text/visible';
import { few } from '../../base/text/words';
import { adoptedObjects, type AdoptedObject, type AdoptedOrganization } from '../organization/model';
import { compareTrustRisk, createRanking, getTokenMatches } from './adopted-trust';

/** A party whose tokens identities accept, although nothing shows that it belongs to the organization. */
export interface UndeclaredTrust extends Pick<TrustedOwner, 'identities' | 'role'> {
  /** The list of `review.config.json` that declares it; absent if no entry can, because the trust policy is too wide. */
  readonly list: 'trustedIssuers' | 'trustedAccounts' | undefined;
  /** The entry of the list, or a description of the people. */
  readonly party: string;
}

/** Returns the parties, those with the highest access first. */
export function listUndeclaredTrust(organization: AdoptedOrganization): readonly UndeclaredTrust[] {
  const reachability = createTokenReachability({ owners: [] });
  const found = adoptedObjects(organization).flatMap((object) =>
    findParties(object, reachability).map((party) => ({ ...party, object })),
  );
  const rank = createRanking(organization);
  return [...groupBy(found, ({ list = '', party }) => `${list} ${party}`).values()]
    .flatMap((all) => {
      const [first] = all;
      return first === undefined
        ? []
        : [{ ...rank(all.map(({ object }) => object)), list: first.list, party: first.party }];
    })
    .sort((a, b) => compareTrustRisk(a, b) || (a.party < b.party ? -1 : 1))
    .map(({ list, party, identities, role }) => ({ list, party, identities, role }));
}

function findParties(
  object: AdoptedObject,
  reachability: ReturnType<typeof createTokenReachability>,
): Pick<UndeclaredTrust, 'list' | 'party'>[] {
  const { servicePrincipal } = object.values;
  if (typeof servicePrincipal === 'string') return [{ list: 'trustedAccounts', party: servicePrincipal }];
  return getTokenMatches(object).flatMap((match): Pick<UndeclaredTrust, 'list' | 'party'>[] => {
    try {
      const issuer = undeclaredIssuer(match);
      if (issuer !== undefined && 'issuer' in issuer) return [{ list: 'trustedIssuers', party: issuer.issuer }];
      const { obtainable, entries } = reachability(match);
      // An owner that the trust policy requires is in another list.
      const outsider = entries.length > 0 ? undefined : obtainable.find(isOutsider);
      return outsider === undefined ? [] : [{ list: undefined, party: outsider.who }];
    } catch {
      return [{ list: undefined, party: 'a pattern that is not valid RE2' }];
    }
  });
}

/** The sentences about parties that a list declares, and about trust policies that are too wide. */
export const DECLARE_PARTIES =
  'It is unknown who can obtain the tokens of these issuers and accounts. Add those that are yours to "trustedIssuers" or "trustedAccounts".';
export const NARROW_POLICIES = 'Outsiders can assume these identities. Narrow the trust policies after the import.';

/** Returns the section of a README that asks to confirm the parties; no lines without parties. */
export function undeclaredSection(undeclared: readonly UndeclaredTrust[]): string[] {
  const declarable = undeclared.filter(({ list }) => list !== undefined);
  const open = undeclared.filter(({ list }) => list === undefined);
  const paragraph = (sentence: string, parties: readonly UndeclaredTrust[]) =>
    parties.length === 0
      ? []
      : [sentence, '', ...parties.map((party) => `- ${codeSpan(undeclaredTrustLine(party))}`), ''];
  return undeclared.length === 0
    ? []
    : ['## Other trust', '', ...paragraph(DECLARE_PARTIES, declarable), ...paragraph(NARROW_POLICIES, open)];
}

/** Returns a line of text with the entry to paste: `"trustedIssuers": ["https://k8s.example"] for acme/pod, editor in acme`. */
export function undeclaredTrustLine({ list, party, identities, role = 'no role' }: UndeclaredTrust): string {
  const what = list === undefined ? `${party}:` : `${JSON.stringify(list)}: [${JSON.stringify(party)}] for`;
  return visible(`${what} ${few(identities)}, ${identities.length > 1 ? 'at most ' : ''}${role}`);
}
