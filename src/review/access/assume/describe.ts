/** Describes trust policies: `any workflow on branch main of acme/shop`. */
import type { ClaimRule, TokenMatch } from '../../../access/claims';
import { ISSUERS, namesEnvironment, trustInWords, type TrustMethods } from '../../../access/trust';
import { SENSITIVE } from '../../organization/objects/objects';
import { UNKNOWN_UNTIL_APPLY } from '../../organization/objects/paths';
import {
  DEFAULT_AUDIENCE,
  GITHUB,
  hasExpiredKeys,
  type TokenReachability,
  type IdentityTrustPolicy,
} from '../../../access/rules';
import { keysFingerprint } from './trust-policy';

const GITLAB = 'https://gitlab.com';

/** Descriptions of common subjects. */
const known: readonly { readonly issuer: string; readonly subject: RegExp; readonly words: string }[] = [
  { issuer: GITHUB, subject: /^repo:([^:]+):ref:refs\/heads\/(.+)$/, words: 'any workflow on branch $2 of $1' },
  { issuer: GITHUB, subject: /^repo:([^:]+):ref:refs\/tags\/(.+)$/, words: 'any workflow on tag $2 of $1' },
  { issuer: GITHUB, subject: /^repo:([^:]+):pull_request$/, words: 'any pull request from within $1' },
  { issuer: GITHUB, subject: /^repo:([^:]+):environment:(.+)$/, words: 'any workflow in environment $2 of $1' },
  {
    issuer: GITLAB,
    subject: /^project_path:(.+):ref_type:(branch|tag):ref:(.+)$/,
    words: 'any job on $2 $3 of $1',
  },
];

/** The subjects of all branches of a project, whose name is literal. */
const ANY_BRANCH = /^\^project_path:((?:[\w/-]|\\\.)+):ref_type:branch:ref:\.\+\$$/;

export function describe(policy: IdentityTrustPolicy | undefined, reachability: TokenReachability, now?: Date): string {
  if (policy === undefined) return 'unknown';
  if (policy.isSensitive) return SENSITIVE;
  if (policy.isUnknown) return UNKNOWN_UNTIL_APPLY;
  if (policy.by === 'service_principal') return `the service ${policy.rest} of the platform`;
  if (now !== undefined && hasExpiredKeys(policy, now)) return `nobody: its static keys expired at ${policy.expires}`;
  const match = policy.match ?? {};
  const until = policy.expires === undefined ? '' : `, until ${policy.expires}`;
  const words = trustInWords(getMethods(policy));
  if (words !== undefined) return `${words}${until}`;
  if (policy.by === 'aws_identity') return `AWS callers: ${getRules(match, ['iss'])}`;
  const keys =
    policy.by === 'static_keys'
      ? `anyone with the private keys (static keys, SHA-256 ${keysFingerprint(policy.rest)}), as `
      : '';
  const { iss, sub } = match;
  const issuer = iss !== undefined && 'exact' in iss ? iss.exact : undefined;
  const subject = sub !== undefined && 'exact' in sub ? sub.exact : undefined;
  const others = getRules(match, ['iss', 'sub']);
  const further = `${others === '' ? '' : `, with ${others}`}${until}`;
  // An asterisk is a literal character here, so the descriptions would be wrong.
  for (const one of subject?.includes('*') === true ? [] : known)
    if (one.issuer === issuer && subject !== undefined && one.subject.test(subject))
      return `${keys}${subject.replace(one.subject, one.words)}${further}`;
  const pattern = issuer === GITLAB && sub !== undefined && 'pattern' in sub ? sub.pattern : '';
  const [, project] = ANY_BRANCH.exec(pattern) ?? [];
  if (project !== undefined) {
    const { environment } = match;
    const isNamed = environment !== undefined && 'exact' in environment;
    const place = isNamed ? `in environment ${environment.exact}` : 'on any branch';
    const rules = getRules(match, ['iss', 'sub', ...(isNamed ? ['environment'] : [])]);
    return `${keys}any job ${place} of ${project.replaceAll('\\.', '.')}${rules === '' ? '' : `, with ${rules}`}${until}`;
  }
  const who = keys === '' && subject === undefined ? broadest(match, reachability) : undefined;
  return `${keys}${who === undefined ? '' : `${who}: `}${getRules(match, [])}${until}`;
}

/** The sentence about environments of trust policies. */
export const OPEN_ENVIRONMENT = 'Any branch can use an environment that has no protection rules.';

/** Returns sentences about the environment that a match names, with the setting to check; undefined if it names none. */
export function environmentText(match: TokenMatch | undefined): string | undefined {
  if (match === undefined || !namesEnvironment(match)) return undefined;
  const issuer = match['iss'] !== undefined && 'exact' in match['iss'] ? match['iss'].exact : undefined;
  return `${OPEN_ENVIRONMENT} ${issuer === GITHUB ? GITHUB_SETTING : 'Check the settings of this environment.'}`;
}

const GITHUB_SETTING = 'In the settings of the repository, check "Deployment branches and tags" of this environment.';

/** Returns the method with the names of the API, or none for conditions that no platform describes. */
function getMethods({ by, match = {} }: IdentityTrustPolicy): TrustMethods {
  const fields = by === 'claim_match' ? CLAIM_FIELDS : by === 'aws_identity' ? AWS_FIELDS : {};
  const found: Record<string, string> = {};
  const others: Record<string, Record<string, string>> = {};
  for (const [claim, rule] of Object.entries(match)) {
    const [exact, pattern] = fields[claim] ?? [];
    if ('exact' in rule && rule.exact === DEFAULT_AUDIENCE) continue;
    if (by === 'aws_identity' && claim === 'iss') continue;
    if (by === 'claim_match' && fields[claim] === undefined && !('both' in rule)) {
      const [list, value] = 'exact' in rule ? ['claims', rule.exact] : ['claimPatterns', rule.pattern];
      others[list] = { ...others[list], [claim]: value };
      continue;
    }
    const [name, value] = 'both' in rule ? [] : 'exact' in rule ? [exact, rule.exact] : [pattern, rule.pattern];
    if (name === undefined || value === undefined) return {};
    found[name] = value;
  }
  return by === 'claim_match' ? { claimMatch: { ...found, ...others } } : { awsIdentity: found };
}

type FieldNames = Readonly<Record<string, readonly [exact?: string, pattern?: string]>>;

const CLAIM_FIELDS: FieldNames = { iss: ['issuer'], sub: ['subject'], aud: ['audience'] };
const AWS_FIELDS: FieldNames = {
  ...{ account: ['awsAccount'], arn: ['arn', 'arnPattern'], userId: ['userId', 'userIdPattern'] },
};

/** Returns a description of the largest group of people who can obtain a token. */
function broadest(match: TokenMatch, reachability: TokenReachability): string | undefined {
  try {
    return reachability(match).obtainable.find(({ reach }) => reach !== 'recycled-name')?.who;
  } catch {
    return undefined; // An invalid pattern.
  }
}

const titles: Readonly<Record<string, string>> = { iss: 'issuer', sub: 'subject', aud: 'audience' };

function getRules(match: TokenMatch, without: readonly string[]): string {
  return Object.entries(match)
    .filter(([claim, rule]) => !without.includes(claim) && !('exact' in rule && rule.exact === DEFAULT_AUDIENCE))
    .sort(([a], [b]) => order(a) - order(b))
    .map(([claim, rule]) => {
      const title = titles[claim] ?? claim;
      const platform = claim === 'iss' && 'exact' in rule ? findPlatform(rule.exact) : undefined;
      if (platform !== undefined) return platform;
      return `${title} ${ruleText(rule)}`;
    })
    .join(', ');
}

function ruleText(rule: ClaimRule): string {
  if ('both' in rule) return rule.both.map(ruleText).join(' and ');
  return 'exact' in rule ? rule.exact : `like ${rule.pattern}`;
}

/** Returns the usual name of the issuer. */
function findPlatform(issuer: string): string | undefined {
  return ISSUERS.find(({ shapes }) => Object.values(shapes).some(({ iss }) => iss === issuer))?.name;
}

function order(claim: string): number {
  const place = Object.keys(titles).indexOf(claim);
  return place < 0 ? 3 : place;
}
