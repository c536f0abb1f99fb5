/**
 * A platform whose tokens a trust accepts, as data: the props of the trust, the trust policy that they result in, and the
 * tokens that others can obtain.
 */
import type { Values } from '../../model/api';
import type { AwsIdentityFields, ClaimMatchFields } from '../claims';
import { string, type FieldBehavior, type Field, type Fields, type Rule } from '../../model/schema';
import { capitalized } from '../../base/text/words';
import { NUMBER, UUID, type Issuer, type ReachId } from './issuer';

/** The trust policy of an identity: a method to assume it, with the names of the API. */
export type TrustPolicy = { readonly claimMatch: ClaimMatchFields } | { readonly awsIdentity: AwsIdentityFields };

/** The methods of an identity, as the API returns them. */
export interface TrustMethods {
  readonly claimMatch?: ClaimMatchFields | undefined;
  readonly awsIdentity?: AwsIdentityFields | undefined;
}

export interface Platform<Props> {
  /** The position in lists. A new platform needs none. @default behind the platforms with one, by name */
  readonly place?: number;
  /** The name of the platform in messages about a trust. An issuer has its own: `name`. */
  readonly title: string;
  /** The issuers of its tokens, with their claims and the people who can obtain a token. */
  readonly issuers: readonly Issuer[];
  /** The props of a trust. Every text also accepts a number, and every list also accepts its only element. */
  readonly fields: Fields;
  readonly rules?: readonly Rule[];
  /**
   * Example values of the props that Terraform may compute. These props are compared exactly, or are ids in a pattern.
   *
   * @default all props must be known at synthesis
   */
  readonly computed?: Values;
  /** Returns problems that the declarations cannot express. The props have their declared types. */
  problems?(props: Props): readonly string[];
  /** Returns the trust policy of valid props. */
  policy(props: Props): TrustPolicy;
  /**
   * Returns the props that may have this trust policy. The caller checks them and compares their trust policy, so this reads
   * only what it needs.
   */
  toProps(methods: TrustMethods, options: Required<TrustDataOptions>): Values | undefined;
  /**
   * Returns the owners of the accepted workloads, with their names on the platform: `acme`. The issuer declares how an organization
   * lists them: `Issuer.platform`. @default none: ids identify them
   */
  owners?(props: Props): readonly string[];
  /** Returns a description of the accepted workloads. @default none: a review shows issuer and subject */
  inWords?(props: Props): string;
  /** Returns the ways to obtain a token that the props exclude although the token does not show it. @default none */
  ruledOut?(props: Props): readonly ReachId[];
  /** The next step if outsiders can obtain a token. */
  readonly narrow: string;
}

/** Facts about the organization of an identity. */
export interface TrustDataOptions {
  /**
   * The issuers that people sign in with. Any other issuer may have workloads.
   *
   * @default - none
   */
  readonly signInIssuers?: readonly string[];
}

/** The props that every trust accepts. */
export interface BroadTrustProps {
  /**
   * The reason why outsiders can assume the identity, or why nobody can yet.
   *
   * @default - a trust that accepts outsiders, or nobody, is an error at synthesis
   */
  readonly allowBroadSubject?: string;
}

/** Requires immutable ids, or a reason to trust names that others can take over. */
export type PinnedTrustProps<Ids> =
  | (BroadTrustProps & {
      /** The immutable ids of the platform. Without them, others can take over a name after its release. */
      readonly ids: Ids;
    })
  | {
      readonly ids?: undefined;
      /** The reason why names without immutable ids are sufficient. */
      readonly allowBroadSubject: string;
    };

/** The declarations of the props that every trust accepts. */
export const broadFields: Fields = {
  allowBroadSubject: string(['optional'], 'The reason why outsiders may assume the identity.', {
    pattern: '\\S',
    inWords: 'a reason in words',
  }),
};

/** Declares a text that has a pattern. `inWords`: `the name of a branch`, for messages. */
export function text(behavior: FieldBehavior, inWords: string, pattern: string): Field {
  return string([behavior], `${capitalized(inWords)}.`, { pattern: `^(?:${pattern})$`, inWords });
}

/** Declares an immutable id that is a number. */
export function numberId(behavior: FieldBehavior): Field {
  return text(behavior, 'a number, for example 1234', NUMBER.is);
}

/** Returns true if a field is an immutable id that is a number. */
export function isNumberId({ type }: Field): boolean {
  return type.is === 'string' && type.pattern === `^(?:${NUMBER.is})$`;
}

export const EXAMPLE_UUID = '01234567-89ab-cdef-0123-456789abcdef';

/** Declares an immutable id that is a UUID. */
export function uuid(behavior: FieldBehavior): Field {
  return text(behavior, `a UUID in lower case, for example ${EXAMPLE_UUID}`, UUID.is);
}

/** Declares the name of a branch or a tag, as git accepts it. */
export function refName(what: 'branch' | 'tag'): Field {
  return text(
    'optional',
    `the name of one ${what}, without refs/${what === 'branch' ? 'heads' : 'tags'}/ and without wildcards. For several, use claimMatch.subjectPattern`,
    '(?!refs/|[-/.]|@$)(?!.*(?:/[/.]|\\.\\.|@\\{|[/.]$|\\.lock(?:/|$)))[^\\x00-\\x20\\x7f~^:?*[\\\\]+',
  );
}

/** Declares the address of an issuer. */
export function issuerUrl(behavior: FieldBehavior): Field {
  return string([behavior], 'The claim iss, exactly.', { format: 'httpsUrl' });
}

/** Declares the audience of the accepted tokens. */
export function audienceText(behavior: FieldBehavior): Field {
  return string([behavior], 'The claim aud, exactly.');
}

/** Returns a pattern that matches exactly this text, for a longer pattern. */
export function exactly(text: string): string {
  return text.replace(/[.+*?^$()[\]{}|\\]/g, '\\$&');
}

/** Returns the text that `exactly` has escaped. */
export function unescaped(pattern = ''): string {
  return pattern.replace(/\\([.+*?^$()[\]{}|\\])/g, '$1');
}

/** Returns a pattern that matches exactly one of these texts. */
function oneOf(texts: readonly string[]): string {
  return texts.length === 1 ? exactly(texts[0] ?? '') : `(${texts.map(exactly).join('|')})`;
}

/** Returns the entries that have a value. */
export function given(entries: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(entries).filter((entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== ''),
  );
}

/** Returns an exact rule for one text, and a pattern for several. */
export function claimIn(claim: string, texts: readonly string[]): Pick<ClaimMatchFields, 'claims' | 'claimPatterns'> {
  const [only = ''] = texts;
  return texts.length === 1 ? { claims: { [claim]: only } } : { claimPatterns: { [claim]: `^${oneOf(texts)}$` } };
}

/** Returns the texts in the rule of a claim that `claimIn` returned. */
export function textsIn(
  claim: string,
  { claims = {}, claimPatterns = {} }: Pick<ClaimMatchFields, 'claims' | 'claimPatterns'>,
): readonly string[] {
  const pattern = claimPatterns[claim]?.replace(/^\^\(|\)\$$/g, '');
  return claims[claim] !== undefined ? [claims[claim]] : (pattern?.split(/(?<!\\)\|/).map(unescaped) ?? []);
}

/** Returns the trust policy of valid props. An empty map of claims is omitted, because it would be an empty attribute in a plan. */
export function toTrustPolicy<Props>(platform: Platform<Props>, props: Props): TrustPolicy {
  const policy = platform.policy(props);
  if (!('claimMatch' in policy)) return policy;
  const { claims = {}, ...claimMatch } = policy.claimMatch;
  return { claimMatch: { ...claimMatch, ...(Object.keys(claims).length > 0 && { claims }) } };
}
