/** Finds parties that a trust policy trusts although the organization does not declare them. */
import { isObject } from '../../../model/api';
import type { Budget, TokenMatch } from '../../../access/claims';
import { findAwsAccounts, findPublicProvider, undeclaredIssuer } from '../../../access/trust';
import { accountAssociation } from '../../../model/kinds';
import type { ReviewConfiguration, IdentityTrustPolicy } from '../../../access/rules';
import type { Objects } from '../../organization/objects/objects';
import { attribute, textAttribute } from '../../input/plan/values';
import { issuesNoTokens } from './nobody';
import { keysFingerprint } from './trust-policy';

/** The issuers and accounts that an organization declares as its own. */
export interface TrustedParties {
  readonly issuers: readonly string[];
  /** Numbers of AWS accounts, and names of service principals. */
  readonly accounts: ReadonlySet<string>;
  readonly anchored: boolean;
  /** Static keys that expired before this time are nobody's. */
  readonly now: Date;
  /** The budget of all queries of a review. */
  readonly budget: Budget;
}

/** Returns the accounts that the configuration declares. On AWS, the number of an account also identifies an owner. */
export function declaredAccounts(
  { trustedAccounts = [], owners = [] }: ReviewConfiguration,
  cloud: string,
): ReadonlySet<string> {
  return new Set([...trustedAccounts, ...(cloud === 'amazon' ? findAwsAccounts(owners) : [])]);
}

/** Returns the declared parties, and the AWS accounts that groups are associated with before the change. */
export function trustedParties(
  { configuration, now }: { readonly configuration: ReviewConfiguration; readonly now: Date },
  before: Objects,
  budget: Budget,
): TrustedParties {
  const { trustedIssuers = [], anchored = false } = configuration;
  const associated = [...before.values()].flatMap(({ declaration, instances: [{ values }] }) => {
    const amazon = declaration === accountAssociation ? attribute(values, 'amazon') : undefined;
    return isObject(amazon) ? (textAttribute(amazon, 'account') ?? []) : [];
  });
  const accounts = new Set([...declaredAccounts(configuration, 'amazon'), ...associated]);
  return { issuers: trustedIssuers.filter(isOwnIssuer), accounts, anchored, now, budget };
}

/** The issuer of a public provider is nobody's own, also if the configuration contains it. */
export function isOwnIssuer(issuer: string): boolean {
  return findPublicProvider(issuer) === undefined;
}

/** The entry of the configuration that would declare a party. */
export interface UndeclaredParty {
  readonly list: 'trustedIssuers' | 'trustedAccounts';
  readonly name: string;
}

interface Party {
  readonly who: string;
  /** Absent if no entry can declare it. */
  readonly undeclared?: UndeclaredParty;
  /** The parts of the trust policy in the description. */
  readonly names: readonly string[];
  readonly token?: undefined;
}

/** Returns the undeclared party (at most one), or an unknown fact as a text. */
export function undeclaredParty(policy: IdentityTrustPolicy, trusted: TrustedParties): readonly (Party | string)[] {
  if (policy.isUnknown) return [];
  return parties[policy.by](policy, trusted);
}

const parties: Readonly<
  Record<
    IdentityTrustPolicy['by'],
    (policy: IdentityTrustPolicy, trusted: TrustedParties) => readonly (Party | string)[]
  >
> = {
  claim_match: ({ match = {} }, { issuers, anchored, budget }) => {
    const found = findIssuer(match['iss'], { declared: issuers, anchored, whole: budget });
    if (found === undefined || typeof found === 'string') return found === undefined ? [] : [found];
    const account = findPublicProvider(found.issuer);
    if (account !== undefined) return [unknownParty(`anyone can create ${account} at the issuer ${found.issuer}`)];
    return [
      unknownParty(`issuer ${found.issuer} is not a known platform and not declared in trustedIssuers`, {
        list: 'trustedIssuers',
        name: found.issuer,
      }),
    ];
  },
  // A declared issuer proves nothing here: anyone can create keys and write any issuer next to them.
  static_keys: ({ rest }) => [
    unknownParty(`the holders of the private keys are unknown (SHA-256 ${keysFingerprint(rest)})`),
  ],
  aws_identity: ({ match = {} }, { accounts }) => {
    const { account } = match;
    if (account === undefined || !('exact' in account)) return [];
    if (accounts.has(account.exact)) return [];
    return [
      unknownParty(`AWS account ${account.exact} is neither declared in trustedAccounts nor associated with a group`, {
        list: 'trustedAccounts',
        name: account.exact,
      }),
    ];
  },
  service_principal: ({ rest }, { accounts }) =>
    accounts.has(rest)
      ? []
      : [
          unknownParty(`service principal ${rest} is not declared in trustedAccounts`, {
            list: 'trustedAccounts',
            name: rest,
          }),
        ],
};

function unknownParty(why: string, undeclared?: UndeclaredParty): Party {
  const who = `it is unknown who can obtain its tokens (${why})`;
  return undeclared === undefined ? { who, names: [] } : { who, names: [undeclared.name], undeclared };
}

interface IssuerOptions {
  readonly declared: readonly string[];
  readonly anchored: boolean;
  readonly whole: Budget;
}

function findIssuer(
  iss: TokenMatch[string] | undefined,
  options: IssuerOptions,
): { readonly issuer: string } | string | undefined {
  // The website of a platform issues no tokens: another finding reports it.
  if (iss === undefined || ('exact' in iss && issuesNoTokens(iss.exact))) return undefined;
  try {
    const found = undeclaredIssuer({ iss }, options);
    return found !== undefined && 'unknown' in found ? `whether every issuer is declared: ${found.unknown}` : found;
  } catch {
    return 'a pattern is not valid RE2';
  }
}
