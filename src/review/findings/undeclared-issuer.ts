/** Findings about people whose issuer nothing declares: the account of a stranger looks like that of a colleague. */
import { findAccountEntry, findPublicProvider } from '../../access/trust';
import { withoutScheme, type PersonAccount } from '../../base/text/person-account';
import { capitalized, few } from '../../base/text/words';
import { canWrite } from '../../access/graph/built-in-roles';
import type { Analysis } from '../access/analysis';
import { findUndeclaredPeople, undeclaredPersonText, type UndeclaredPerson } from '../access/person-issuers';
import { grantFacts, grantsText } from './shared/evidence';
import { whereIs, type Finding } from './shared/finding';

/** Reports people who gain access. */
export const undeclaredPersonIssuer = (analysis: Analysis): Finding[] => findAll(analysis, 'gets');

/** Reports people of the current organization, where all access counts. */
export const undeclaredIssuerHeld = (analysis: Analysis): Finding[] => findAll(analysis, 'has');

function findAll(analysis: Analysis, verb: 'gets' | 'has'): Finding[] {
  return findUndeclaredPeople(analysis).flatMap((person) => findIn(analysis, person, verb));
}

function findIn(analysis: Analysis, { node: { path, grants }, account }: UndeclaredPerson, verb: 'gets' | 'has') {
  const { gained, after, isOwnerLevel } = analysis;
  const lines = gained.filter(({ identity, fresh }) => identity === path && fresh.length > 0);
  const gaining = new Set(lines.flatMap((line) => line.grants));
  const got = grants.filter(({ key }) => gaining.has(key));
  if (got.length === 0) return [];
  const isWriter = got.some(({ role }) => after.unknownRoles.has(role.key) || canWrite(role));
  const roles = grantsText(got, MOST_GRANTS);
  const { issuer } = account;
  const { own, all } = decideTexts(account);
  const finding: Finding = {
    id: 'undeclared-owner',
    severity: isWriter ? 'high' : 'medium',
    subject: path,
    reason: `${path} ${verb} ${roles}: ${own}.`,
    predicate: `${verb === 'gets' ? 'get' : 'hold'} ${few([...new Set(got.map(({ role }) => role.name))])}`,
    quoted: [issuer, withoutScheme(issuer)],
    holds: roles,
    danger: lines.some(({ fresh }) => fresh.some(isOwnerLevel)) ? OWNER : 0,
    evidence: [issuer, got.map((grant) => JSON.stringify(grantFacts(grant))).sort()],
    identity: path,
    cause: {
      key: `issuer ${issuer}`,
      text: `${capitalized(undeclaredPersonText(account))}`,
      predicate: `${verb === 'gets' ? 'get' : 'have'} access: ${all}`,
      isOfState: true,
    },
    ...whereIs(analysis, got[0]?.key),
  };
  return [finding];
}

/** Returns the reason and the next step of one person, and of all people of the issuer. */
function decideTexts(account: PersonAccount): { readonly own: string; readonly all: string } {
  const { issuer } = account;
  const [why, otherwise] = [undeclaredPersonText(account), 'Otherwise, remove the grants'];
  if (findPublicProvider(issuer) === undefined) {
    const text = `${why}. Only if this issuer is yours, add ${JSON.stringify(issuer)} to "trustedIssuers" in review.config.json. ${otherwise}`;
    return { own: text, all: text };
  }
  const entry = findAccountEntry(account);
  if (entry === undefined) {
    const text = `${why}. Give an account of an issuer that is yours, or remove the grants`;
    return { own: text, all: text };
  }
  const form = `${entry.slice(0, entry.indexOf(':'))}:SUBJECT`;
  return {
    own: `${why}. Only if this account is yours, add ${JSON.stringify(entry)} to "owners" in review.config.json. ${otherwise}`,
    all: `${why}. Only for accounts that are yours, add ${JSON.stringify(form)} to "owners" in review.config.json. ${otherwise}`,
  };
}

/** The number of grants that a sentence lists. */
const MOST_GRANTS = 2;
const OWNER = 1000;
