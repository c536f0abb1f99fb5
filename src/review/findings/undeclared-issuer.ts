/** Findings about people whose issuer nothing declares: the account of a stranger looks like that of a colleague. */
import { withoutScheme } from '../../base/text/person-account';
import { few } from '../../base/text/words';
import { canWrite } from '../../access/graph/built-in-roles';
import type { Analysis } from '../access/analysis';
import { findUndeclaredPeople, type UndeclaredPerson } from '../access/person-issuers';
import { grantFacts, grantsText } from './shared/evidence';
import { whereIs, type Finding } from './shared/finding';
import { findPublicProvider } from './shared/public-providers';

/** Reports people who gain access. */
export const undeclaredPersonIssuer = (analysis: Analysis): Finding[] => findAll(analysis, 'gets');

/** Reports people of the current organization, where all access counts. */
export const undeclaredIssuerHeld = (analysis: Analysis): Finding[] => findAll(analysis, 'has');

function findAll(analysis: Analysis, verb: 'gets' | 'has'): Finding[] {
  return findUndeclaredPeople(analysis).flatMap((person) => findIn(analysis, person, verb));
}

function findIn(analysis: Analysis, { node: { path, grants }, issuer }: UndeclaredPerson, verb: 'gets' | 'has') {
  const { gained, after, isOwnerLevel } = analysis;
  const lines = gained.filter(({ identity, fresh }) => identity === path && fresh.length > 0);
  const gaining = new Set(lines.flatMap((line) => line.grants));
  const got = grants.filter(({ key }) => gaining.has(key));
  if (got.length === 0) return [];
  const isWriter = got.some(({ role }) => after.unknownRoles.has(role.key) || canWrite(role));
  const roles = grantsText(got, MOST_GRANTS);
  const account = findPublicProvider(issuer);
  const open = account === undefined ? '' : ` Anyone can create ${account}.`;
  const decide = `${NOTHING_DECLARES} ${withoutScheme(issuer)}.${open} Only if this issuer is yours, add ${JSON.stringify(issuer)} to "trustedIssuers" in review.config.json. Otherwise, remove the grants`;
  const finding: Finding = {
    id: 'undeclared-owner',
    severity: isWriter ? 'high' : 'medium',
    subject: path,
    reason: `${path} ${verb} ${roles}: ${decide}.`,
    predicate: `${verb === 'gets' ? 'get' : 'hold'} ${few([...new Set(got.map(({ role }) => role.name))])}`,
    quoted: [issuer, withoutScheme(issuer)],
    holds: roles,
    danger: lines.some(({ fresh }) => fresh.some(isOwnerLevel)) ? OWNER : 0,
    evidence: [issuer, got.map((grant) => JSON.stringify(grantFacts(grant))).sort()],
    identity: path,
    cause: {
      key: `issuer ${issuer}`,
      text: `${NOTHING_DECLARES} ${withoutScheme(issuer)}`,
      predicate: `${verb === 'gets' ? 'get' : 'have'} access: ${decide}`,
      isOfState: true,
    },
    ...whereIs(analysis, got[0]?.key),
  };
  return [finding];
}

/** Begins the reason, followed by the issuer. */
const NOTHING_DECLARES = 'nothing declares the issuer';
/** The number of grants that a sentence lists. */
const MOST_GRANTS = 2;
const OWNER = 1000;
