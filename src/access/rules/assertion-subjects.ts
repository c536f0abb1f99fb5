/** Finds the identities that the subject of an assertion can act as: identities that its token can assume, or a person. */
import type { IdentityName, IdentityNode } from '../graph';
import { refusedClaim, UndecidedError, type Token } from '../claims';
import type { AssertedToken, Assertion } from './configuration/configuration';
import { ambiguityText, findIdentitiesByName, QuestionError, similarIdentity } from '../names';
import type { RuledOrganization } from './organization';
import { DEFAULT_AUDIENCE, hasExpiredKeys, type IdentityTrustPolicy } from './read-trust-policy';

export interface SubjectOptions {
  /** True if the service matches patterns with whole values; `undefined` if this is unknown. */
  readonly anchored: boolean | undefined;
  /** Static keys that expired before this time accept no token. */
  readonly now: Date;
}

/** An identity that the subject can act as. */
export interface Candidate {
  readonly identity: IdentityNode;
  readonly isCertain: boolean;
  /** The reason why this is uncertain, as a clause. */
  readonly doubt?: string;
}

export interface Subject {
  readonly candidates: readonly Candidate[];
  /** Identities that reject the token, with the first claim that does not match. The closest matches come first. */
  readonly rejections: readonly { readonly identity: IdentityNode; readonly claim: string }[];
  /** The person whose name is similar to an unknown one. */
  readonly similar?: string | undefined;
}

/** Returns the identities that the subject of the assertion can act as. Throws a {@link QuestionError} for an ambiguous name. */
export function findSubject(
  { token, person }: Assertion,
  organization: RuledOrganization,
  options: SubjectOptions,
): Subject {
  if (token !== undefined) return tokenSubject(token, organization, options);
  return { ...personSubject(person ?? '', organization), rejections: [] };
}

function tokenSubject(
  token: AssertedToken,
  { graph, trustPolicies }: RuledOrganization,
  options: SubjectOptions,
): Subject {
  const candidates: Candidate[] = [];
  const rejections: { readonly identity: IdentityNode; readonly claim: string }[] = [];
  for (const node of graph.identities) {
    if (node.grantedBy !== undefined || node.assumption === 'sign_in') continue;
    const found: Acceptance = trustPolicies.has(node.key)
      ? acceptance(trustPolicies.get(node.key), token, options)
      : { doubt: 'its trust policy is unknown' };
    if ('claim' in found) rejections.push({ identity: node, claim: found.claim });
    else
      candidates.push({
        identity: node,
        isCertain: found.doubt === undefined,
        ...(found.doubt && { doubt: found.doubt }),
      });
  }
  // The service compares the subject first.
  const rank = (claim: string) => (claim === 'sub' ? 1 : 0);
  const near = rejections.filter(({ claim }) => claim !== 'iss' && claim !== NO_TOKEN);
  return { candidates, rejections: near.sort((a, b) => rank(a.claim) - rank(b.claim)) };
}

type Acceptance = { readonly claim: string } | { readonly doubt: string | undefined };

/** The "claim" of identities that accept no OIDC token. */
const NO_TOKEN = '';

function acceptance(
  policy: IdentityTrustPolicy | undefined,
  token: AssertedToken,
  { anchored: known, now }: SubjectOptions,
): Acceptance {
  if (policy === undefined) return { claim: NO_TOKEN };
  if (policy.isUnknown) return { doubt: 'its trust policy is unknown until apply' };
  if (policy.match === undefined || policy.by === 'aws_identity' || hasExpiredKeys(policy, now))
    return { claim: NO_TOKEN };
  const { aud, ...rules } = policy.match;
  const claims: Token = { ...toTexts(token.claims), iss: token.issuer, sub: token.subject };
  // Without "anchored" the service may match a part of a claim: the answer is certain if both interpretations agree.
  const anchorings = known === undefined ? [true, false] : [known];
  const refused = (match: typeof rules, of: Token) =>
    anchorings.map((anchored) => refusedClaim(match, of, { anchored }));
  try {
    const [strict, weak = strict] = refused(rules, claims);
    if (strict !== undefined && weak !== undefined) return { claim: strict };
    const audience = audienceDoubt(aud, token, (match, of) => refused(match, of));
    if (audience === 'refused') return { claim: 'aud' };
    const doubt =
      strict === weak ? audience : 'the service may match patterns with a part of a claim ("anchored" is not set)';
    return { doubt };
  } catch (error) {
    return {
      doubt:
        error instanceof UndecidedError
          ? `its trust policy is too expensive to evaluate: ${error.message}`
          : 'a pattern of its trust policy is invalid',
    };
  }
}

/** A workload usually chooses the audience, so it is compared only if the assertion gives one. */
function audienceDoubt(
  rule: NonNullable<IdentityTrustPolicy['match']>[string] | undefined,
  { audience }: AssertedToken,
  refused: (match: NonNullable<IdentityTrustPolicy['match']>, of: Token) => (string | undefined)[],
): string | undefined {
  if (audience === undefined || rule === undefined) return undefined;
  if ('exact' in rule && rule.exact === DEFAULT_AUDIENCE)
    return 'its audience is the default of the service, which is unknown here';
  const found = refused({ aud: rule }, { aud: audience });
  if (found.every((claim) => claim !== undefined)) return 'refused';
  return found.includes('aud') ? 'the service may match patterns with a part of the audience' : undefined;
}

/** Converts claims: the service compares numbers and booleans as text. */
function toTexts(claims: AssertedToken['claims'] = {}): Token {
  return Object.fromEntries(Object.entries(claims).map(([name, value]) => [name, String(value)]));
}

/**
 * The sources of grants to people whom no plan names, each with the reason why a person may have the grant. An invite is
 * no source: it gives nothing before somebody accepts it.
 */
const doubts: Partial<Readonly<Record<NonNullable<IdentityNode['grantedBy']>, string>>> = {
  identity_provider: 'this person may be able to sign in there',
  external_group_role_mapping: 'this person may be in that external group',
};

/** Finds a person. Everyone who signs in through an identity provider has its default role, and the roles of its external groups. */
function personSubject(
  person: IdentityName,
  { graph: { identities } }: RuledOrganization,
): Pick<Subject, 'candidates' | 'similar'> {
  const people = identities.filter(({ group, grantedBy }) => group === undefined && grantedBy === undefined);
  const found = findIdentitiesByName(people, person);
  if (found.length > 1) throw new QuestionError(ambiguityText(person, found));
  const uncertain = (identity: IdentityNode, doubt: string): Candidate => ({ identity, isCertain: false, doubt });
  const unnamed = found.length > 0 ? [] : people.filter(({ implied }) => implied);
  return {
    candidates: [
      ...found.map((identity): Candidate => ({ identity, isCertain: true })),
      ...unnamed.map((identity) => uncertain(identity, 'only its uid is known: it may be this person')),
      ...identities.flatMap((identity) => {
        const doubt = identity.grantedBy && doubts[identity.grantedBy];
        return doubt === undefined ? [] : [uncertain(identity, doubt)];
      }),
    ],
    similar: found.length > 0 ? undefined : similarIdentity(people, person),
  };
}
