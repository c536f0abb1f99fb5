/** Trust of identities in issuers, accounts and people that no owner decides about: a person confirms it before the first plan. */
import { createTokenReachability, isOutsider, type TrustedOwner } from '../../access/rules';
import { groupBy } from '../../access/graph/paths';
import type { TokenMatch } from '../../access/claims';
import { findPublicProvider, undeclaredIssuer } from '../../access/trust';
import { inlineCode } from '../../base/text/markdown';
import { visible } from '../../base/text/visible';
import { few } from '../../base/text/words';
import { isObject } from '../../model/api';
import { findLikelyMistakes } from '../../model/schema';
import { adoptedObjects, type AdoptedObject, type AdoptedOrganization } from '../organization/model';
import { compareTrustRisk, createRanking, getTokenMatches } from './adopted-trust';

/** A party whose tokens identities accept, although nothing shows that it belongs to the organization. */
export interface UndeclaredTrust extends Pick<TrustedOwner, 'identities' | 'role'> {
  /** The list of `review.config.json` that declares it. No entry declares the others: the trust policy is too wide, or nobody meets it. */
  readonly list: 'trustedIssuers' | 'trustedAccounts' | 'outsiders' | 'unknown' | 'nobody';
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
  return [...groupBy(found, ({ list, party }) => `${list} ${party}`).values()]
    .flatMap((all) => {
      const [first] = all;
      return first === undefined
        ? []
        : [{ ...rank(all.map(({ object }) => object)), list: first.list, party: first.party }];
    })
    .sort((a, b) => compareTrustRisk(a, b) || (a.party < b.party ? -1 : 1))
    .map(({ list, party, identities, role }) => ({ list, party, identities, role }));
}

type Found = Pick<UndeclaredTrust, 'list' | 'party'>;

function findParties(object: AdoptedObject, reachability: ReturnType<typeof createTokenReachability>): Found[] {
  const { servicePrincipal } = object.values;
  if (typeof servicePrincipal === 'string') return [{ list: 'trustedAccounts', party: servicePrincipal }];
  const mistake = findIssuerMistake(object);
  if (mistake !== undefined) return [{ list: 'nobody', party: mistake }];
  return getTokenMatches(object).flatMap((match): Found[] => {
    try {
      const issuers = listIssuers(match);
      if (issuers !== undefined && issuers.length > 0)
        return issuers.map((party) => {
          const account = findPublicProvider(party);
          return account === undefined
            ? { list: 'trustedIssuers', party }
            : { list: 'outsiders', party: `anyone with ${account}` };
        });
      const { obtainable, entries } = reachability(match);
      // An owner that the trust policy requires is in another list.
      const outsider = entries.length > 0 ? undefined : obtainable.find(isOutsider);
      if (outsider !== undefined) return [{ list: 'outsiders', party: outsider.who }];
      return issuers === undefined ? [{ list: 'unknown', party: 'more issuers than a list can declare' }] : [];
    } catch {
      return [{ list: 'unknown', party: 'a pattern that is not valid RE2' }];
    }
  });
}

/** Returns the mistake in an issuer that no token has. */
function findIssuerMistake({ declaration, values }: AdoptedObject): string | undefined {
  const { likelyMistakes = [] } = declaration.fields['claimMatch'] ?? {};
  const { claimMatch } = values;
  if (!isObject(claimMatch)) return undefined;
  return findLikelyMistakes(likelyMistakes, claimMatch).find(
    ({ mistake: { field, mayBeIntended = false } }) => field === 'issuer' && !mayBeIntended,
  )?.mistake.summary;
}

/** A pattern of a few alternatives, such as one cluster for each stage. */
const MOST_ISSUERS = 5;

/** Returns all undeclared issuers that a match accepts; undefined if they are too many, or unknown. */
function listIssuers(match: TokenMatch): readonly string[] | undefined {
  const declared: string[] = [];
  while (declared.length <= MOST_ISSUERS) {
    const found = undeclaredIssuer(match, { declared });
    if (found === undefined) return declared;
    if (!('issuer' in found)) return undefined;
    declared.push(found.issuer);
  }
  return undefined;
}

/** The sentences about parties that a list declares, and about trust policies that are too wide. */
const SENTENCES: readonly (readonly [lists: readonly UndeclaredTrust['list'][], sentence: string])[] = [
  [
    ['trustedIssuers', 'trustedAccounts'],
    'It is unknown who can obtain the tokens of these issuers and accounts. Add those that are yours to "trustedIssuers" or "trustedAccounts".',
  ],
  [['outsiders'], 'Outsiders can assume these identities. Narrow the trust policies after the import.'],
  [['nobody'], 'Nobody can assume these identities. Correct or delete them after the import.'],
  [['unknown'], 'It is unknown who can assume these identities. Narrow the trust policies after the import.'],
];

/** Returns the sentences, each with its lines of text. */
export function undeclaredParagraphs(
  undeclared: readonly UndeclaredTrust[],
): readonly { readonly sentence: string; readonly lines: readonly string[] }[] {
  return SENTENCES.flatMap(([lists, sentence]) => {
    const lines = undeclared.filter(({ list }) => lists.includes(list)).map(undeclaredTrustLine);
    return lines.length === 0 ? [] : [{ sentence, lines }];
  });
}

/** Returns the section of a README that asks to confirm the parties; no lines without parties. */
export function undeclaredSection(undeclared: readonly UndeclaredTrust[]): string[] {
  const paragraphs = undeclaredParagraphs(undeclared).flatMap(({ sentence, lines }) => [
    ...[sentence, ''],
    ...[...lines.map((line) => `- ${inlineCode(line)}`), ''],
  ]);
  return paragraphs.length === 0 ? [] : ['## Other trust', '', ...paragraphs];
}

/** Returns a line of text with the entry to paste: `"trustedIssuers": ["https://k8s.example"] for acme/pod, editor in acme`. */
export function undeclaredTrustLine({ list, party, identities, role = 'no role' }: UndeclaredTrust): string {
  const isEntry = list === 'trustedIssuers' || list === 'trustedAccounts';
  const what = isEntry ? `${JSON.stringify(list)}: [${JSON.stringify(party)}] for` : `${party}:`;
  return visible(`${what} ${few(identities)}, ${identities.length > 1 ? 'at most ' : ''}${role}`);
}
