/** The tokens of an issuer and the users who can obtain them, as data. */

/** A set of texts: those that `is` matches as a whole, without those that contain a match of `not`. */
export interface Texts {
  readonly is: string;
  readonly not?: string;
  /** Like `not`, for rare parts that are expensive to exclude. */
  readonly notEither?: string;
  /** The maximum number of characters. @default any number */
  readonly longest?: number;
  /** True if the case of the letters a to z does not matter. @default false */
  readonly ignoresCase?: boolean;
  /** True for the host of an own installation, which is none of `KNOWN_HOSTS`. @default false */
  readonly isOwnHost?: boolean;
}

/** The claims of one kind of token, by name: fixed text, and names of variables in braces. */
export type TokenShape = Readonly<Record<string, string>>;

/**
 * - `any-issuer`: anyone who runs their own issuer.
 * - `anybody`: anyone who has an account there: any repository, organization or project at all.
 * - `same-owner`: any repository or project of the same owner.
 * - `any-repository`: anyone who can create a repository or project of the owner, and so protects its branches or not.
 * - `any-subject`: anyone who can obtain a token of the issuer.
 * - `any-branch`, `any-tag`: anyone who can push one to the repository.
 * - `pull-request`: anyone who can open one from within the repository.
 * - `fork-pull-request`: anyone who can open one from a fork.
 * - `recycled-name`: anyone who claims a name that its owner released.
 */
export type ReachId =
  | 'any-issuer'
  | 'anybody'
  | 'same-owner'
  | 'any-repository'
  | 'any-subject'
  | 'any-branch'
  | 'any-tag'
  | 'pull-request'
  | 'fork-pull-request'
  | 'recycled-name';

/** A way to obtain a token. */
export interface TokenReach {
  readonly id: ReachId;
  /** The description of these users: `anyone who can push a branch to the repository`. */
  readonly who: string;
  /**
   * A narrower description, if all their tokens are of owners whose names have a common beginning. The beginning
   * follows: `anyone who registers a GitHub owner whose name begins with`.
   */
  readonly whoByBeginning?: string;
  /** True if they are outside of the owners that the identity is for, if it is for specific owners. @default {@link isOutside} */
  readonly outsider?: boolean;
  /** The names of the shapes of their tokens. */
  readonly shapes: readonly string[];
  /**
   * Variables that they choose, unlike those of the workload: they can obtain a token only if all of these variables
   * can have values that the identity does not name. @default none: one accepted shape is enough
   */
  readonly chooses?: readonly string[];
  /** Values of variables in their tokens, for example of a branch that is not protected. */
  readonly requires?: Readonly<Record<string, string>>;
  /** Names of shapes. If one of them is accepted as well, the first variable does not have to be chosen. */
  readonly otherShapes?: readonly string[];
  /** The remedy against this way. @default that of the issuer */
  readonly review?: string;
}

/** The ways that are open to people outside of the owners. */
const OUTSIDE: ReadonlySet<ReachId> = new Set(['any-issuer', 'anybody', 'fork-pull-request', 'recycled-name']);

/** Returns true if the people are outside of the owners that the identity is for, if it is for specific owners. */
export function isOutside({ id, outsider = OUTSIDE.has(id) }: Pick<TokenReach, 'id' | 'outsider'>): boolean {
  return outsider;
}

/**
 * Returns the people who can create the repositories or projects of a way. They decide there which branch or environment is protected.
 *
 * @param noun what they create
 * @param proof another way to prove a review. @default none
 */
export function toCreatorReach(
  { shapes, chooses = [] }: Pick<TokenReach, 'shapes' | 'chooses'>,
  [noun, owner]: readonly [noun: string, owner: string],
  proof = '',
): TokenReach {
  return {
    ...{ id: 'any-repository', who: `anyone who can create a ${noun} of the ${owner}` },
    ...{ shapes, chooses, review: `Name each ${noun}${proof}` },
  };
}

/** Returns the people who can push an accepted branch or tag to the repository. A tag needs no choice if a branch is accepted, too. */
export function toPusherReach(what: 'branch' | 'tag', shapes: readonly string[] = [what]): TokenReach {
  return what === 'branch'
    ? { id: 'any-branch', who: 'anyone who can push a matching branch to the repository', shapes, chooses: ['branch'] }
    : {
        ...{ id: 'any-tag', who: 'anyone who can push such a tag to the repository' },
        ...{ shapes, chooses: ['tag'], otherShapes: ['branch'] },
      };
}

export type OwnerInWords = readonly [name: string, owner: string];

/** Returns the people who can take over the name of an owner. */
export function describeClaimants([name, owner]: OwnerInWords): string {
  return `anyone who claims the ${name} of the ${owner} after its release`;
}

/**
 * A platform that issues tokens. An organization declares its owners there as `depot:acme`: `platform` is `depot`, and `owner` is the
 * variable with the value `acme`. `ownerId` is the variable of `depot:1234`, and `whose` has the claim of `depot:project_id=7890`.
 */
export interface Issuer {
  /** The name of the issuer in the tests. */
  readonly id: string;
  /** The name of the issuer in reports. */
  readonly name: string;
  /** Pages of the platform's documentation with these facts. */
  readonly documentation: readonly string[];
  /** In the order of their positions in every claim. */
  readonly variables: Readonly<Record<string, Texts>>;
  /** The platform in declarations of owners: `github`. @default the issuer is declared by its address */
  readonly platform?: string;
  /** The variable for the name of the owner of the workload. @default none: only an id identifies the owner */
  readonly owner?: string;
  /** The nouns in sentences for the name of the owner, and for the owner: `slug`, `organization`. */
  readonly ownerInWords?: OwnerInWords;
  /** The variable for the id of the owner, or of the account. @default the platform shows none */
  readonly ownerId?: string;
  /**
   * A pattern of its usual hosts, if its address need not show the platform: otherwise only words of the subject, or another claim
   * of the platform, do. @default the address shows the platform
   */
  readonly shownBy?: string;
  /** The audience that it sets by default, if that names the owner. Any other audience may be that of another service. */
  readonly ownAudience?: string;
  /** The names of further claims that it documents, as a pattern. @default any claim: it is unknown which ones it has */
  readonly furtherClaims?: string;
  /** The claims that a declaration can name, and their variables: each shows the owner of a token. */
  readonly whose?: Readonly<Record<string, string>>;
  /** The variable for the owner of the code that runs, if that can be other code than that of the workload. */
  readonly codeOwner?: string;
  /** True if anyone can open an account for free, so that only a declaration shows whose it is. @default false */
  readonly isPublic?: boolean;
  /** By name. */
  readonly shapes: Readonly<Record<string, TokenShape>>;
  /** True if the requester of a token chooses all claims that a shape does not have. @default false */
  readonly mintsAnything?: boolean;
  /**
   * True if a token has no subject other than those of the shapes. @default false: then nobody is proven to have none
   */
  readonly hasAllSubjects?: boolean;
  /** An address, and subjects that it certainly issues: their text alone decides, without a search. `owner` has groups for both variables. */
  readonly usual?: { readonly iss: string; readonly sub: RegExp; readonly owner?: RegExp };
  /**
   * True if the trusted texts do not show the owner of the tokens: anyone can run such an issuer, or its address is an
   * opaque id. An organization declares the issuers that it trusts.
   * @default false: the texts name an owner
   */
  readonly mustBeDeclared?: boolean;
  /**
   * The proofs of a review on the platform, and the remedy if a trust policy requires none of them. An exact branch, tag or
   * environment counts as protected.
   * @default the platform runs no code of a repository
   */
  readonly review?: string;
  /** The broadest first. */
  readonly reaches: readonly TokenReach[];
}

/** The names that `git check-ref-format --branch` accepts. */
export const GIT_REF: Texts = {
  is: '[^\\x00-\\x20\\x7f~^:?*\\[\\\\]+',
  not: '^[-/.]|/[/.]|\\.\\.|@\\{|[/.]$|\\.lock(/|$)|^@$',
};

export const UUID: Texts = { is: '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}' };

/** A subject that nobody means. A pattern that accepts it accepts every subject of this form. */
export const ANY_UUID = '5b8f0c1e-93d7-4a26-8e41-d07c6b2f9a35';

/**
 * Everyone with a token of the issuer, for trust policies that accept the subjects of accounts that they do not list.
 *
 * @param chooses the variables for the accounts
 */
export function anySubject(shapes: readonly string[], chooses: readonly string[] = []): TokenReach {
  return {
    ...{ id: 'any-subject', who: 'anyone who can obtain a token of the issuer' },
    ...{ shapes, chooses },
  };
}

/** The remedy of {@link anySubject}. */
export const NAME_ONE = 'Name one subject of the issuer';

export const NUMBER: Texts = { is: '[1-9][0-9]*' };

/** No text at all: the value of a claim that a token does not have. */
export const NEVER: Texts = { is: '[^\\x{0}-\\x{10ffff}]' };

const LABEL = '[0-9a-zA-Z\\x{80}-\\x{10ffff}]+([-_]+[0-9a-zA-Z\\x{80}-\\x{10ffff}]+)*';

/** The host of a self-hosted installation, with its port and its path. */
export const OWN_HOST: Texts = {
  is: `${LABEL}(\\.${LABEL})*(:[0-9]+)?(/[^/?#\\x00-\\x20]+)*`,
  isOwnHost: true,
};

/** The same claims in each shape. */
export function withClaims(
  common: TokenShape,
  shapes: Readonly<Record<string, TokenShape>>,
): Readonly<Record<string, TokenShape>> {
  return Object.fromEntries(Object.entries(shapes).map(([name, shape]) => [name, { ...common, ...shape }]));
}
