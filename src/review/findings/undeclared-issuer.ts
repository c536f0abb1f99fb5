/** Findings about people whose issuer nothing declares: the account of a stranger looks like that of a colleague. */
import { findAccountEntry, findPublicProvider } from '../../access/trust';
import { withoutScheme, type PersonAccount } from '../../base/text/person-account';
import { few } from '../../base/text/words';
import type { Analysis } from '../access/analysis';
import { findUndeclaredPeople, undeclaredPersonText, type UndeclaredPerson } from '../access/person-issuers';
import { mayWrite } from '../access/rights';
import { findGained, grantFacts, grantsText } from './shared/evidence';
import { whereIs, type Finding } from './shared/finding';

/** Reports people who gain access. */
export const undeclaredPersonIssuer = (analysis: Analysis): Finding[] => findAll(analysis, 'gets');

/** Reports people of the current organization, where all access counts. */
export const undeclaredIssuerHeld = (analysis: Analysis): Finding[] => findAll(analysis, 'has');

function findAll(analysis: Analysis, verb: 'gets' | 'has'): Finding[] {
  return findUndeclaredPeople(analysis).flatMap((person) => findIn(analysis, person, verb));
}

function findIn(analysis: Analysis, { node, account }: UndeclaredPerson, verb: 'gets' | 'has') {
  const { after, isOwnerLevel } = analysis;
  const { path } = node;
  const { lines, grants: got } = findGained(analysis, node);
  if (got.length === 0) return [];
  const isWriter = got.some((grant) => mayWrite(after, grant));
  const roles = grantsText(got);
  const { issuer } = account;
  const { common, own, all } = decideTexts(account);
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
      text: common,
      predicate: `${verb === 'gets' ? 'get' : 'have'} access: ${common}. ${all}`,
      isOfState: true,
    },
    ...whereIs(analysis, got[0]?.key),
  };
  return [finding];
}

/** Returns the common reason of all people of the issuer, the sentences about one person, and the next step for all of them. */
function decideTexts(account: PersonAccount): { readonly common: string; readonly own: string; readonly all: string } {
  const { issuer } = account;
  const [why, otherwise] = [undeclaredPersonText(account), 'Otherwise, remove the grants'];
  if (findPublicProvider(issuer) === undefined) {
    const next = `Only if this issuer is yours, add ${JSON.stringify(issuer)} to "trustedIssuers" in review.config.json. ${otherwise}`;
    return { common: why, own: `${why}. ${next}`, all: next };
  }
  const common = `nothing declares the accounts at ${withoutScheme(issuer)}, and anyone can create one`;
  const entry = findAccountEntry(account);
  if (entry === undefined) {
    const next = 'Give them accounts of an issuer that is yours, or remove the grants';
    return { common, own: `${why}. ${next.replace('them accounts', 'an account')}`, all: next };
  }
  const where = `to "owners" in review.config.json. ${otherwise}`;
  return {
    common,
    own: `${why}. Only if this account is yours, add ${JSON.stringify(entry)} ${where}`,
    all: `Only for accounts that are yours, add entries such as ${JSON.stringify(entry)} ${where}`,
  };
}

const OWNER = 1000;
