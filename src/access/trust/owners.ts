/**
 * The owners that an organization declares. `github:acme` is a name on one platform, `github:1234` the id of an owner there,
 * and `github:repository_id=7890` the value of another claim. A plain `acme` is a name on every platform.
 */
import { createBudget, ruleAutomata, type Anchoring, type Budget, type Limits, type TokenMatch } from '../claims';
import { visible } from '../../base/text/visible';
import type { Issuer } from '../platforms/issuer';
import { ISSUERS } from '../platforms/issuers';
import { createMinting, isAmongTexts, LISTED, type Excluded, type Minting } from './accepted-tokens';

interface Entry {
  /** @default every platform */
  readonly platform?: string | undefined;
  /** The claim with the value. @default a name, or the id of an owner */
  readonly claim?: string | undefined;
  readonly value: string;
}

const ENTRY = /^(?:([a-z][a-z-]*):)?(?:([\w./-]+)=)?(.+)$/s;
/** A number, a UUID, or an id of HCP Terraform. A name of this form needs its claim. */
const ID = /^(?:[1-9][0-9]*|\{?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\}?|org-[0-9A-Za-z]{16})$/;

function readEntry(text: string): Entry {
  const [, platform, claim, value = ''] = ENTRY.exec(text) ?? [];
  return { platform, claim, value };
}

/** Returns true for an entry without a platform. */
export function isPlainOwner(text: string): boolean {
  return readEntry(text).platform === undefined;
}

/** Returns the problem of an entry; `undefined` for a valid one. A value that no token can have would declare nobody. */
export function ownerProblem(text: string): string | undefined {
  const problem = findProblem(text);
  if (problem === undefined) return undefined;
  // Bounded: four corrections.
  const corrected = corrections(text).find((entry) => findProblem(entry) === undefined);
  return corrected === undefined ? problem : `${problem}. Did you mean ${JSON.stringify(corrected)}?`;
}

function findProblem(text: string): string | undefined {
  const { platform, claim, value } = readEntry(text);
  // Bounded: the platforms declare their issuers.
  const issuers = ISSUERS.filter((issuer) => (platform ?? issuer.platform) === issuer.platform);
  // Bounded: the beginning of an entry. A colon is easy to forget, and no owner has such a name.
  const id = value.replace(PLATFORM_IN_NAME(), '');
  if (platform === undefined && (claim !== undefined || value === '' || ID.test(id)))
    return 'an id belongs to one platform. Write it as `github:1234`';
  if (issuers.length === 0)
    return `unknown platform \`${platform ?? ''}\`; known platforms are ${PLATFORM_KEYS().join(', ')}`;
  const variableIn = (issuer: Issuer) =>
    platform === undefined ? issuer.owner : findVariable(issuer, { claim, value });
  // Bounded: the platforms declare their issuers.
  const declaring = issuers.filter((issuer) => variableIn(issuer) !== undefined);
  if (declaring.length === 0) {
    // Bounded: the platforms declare their claims.
    const claims = new Set(issuers.flatMap(({ whose = {} }) => Object.keys(whose)));
    return `${platform} has no such owner; its claims are ${[...claims].join(', ')}`;
  }
  // Bounded: the platforms declare their issuers.
  const isPossible = declaring.some((issuer) => {
    const texts = issuer.variables[variableIn(issuer) ?? ''];
    return texts !== undefined && isAmongTexts(value, texts);
  });
  if (isPossible && !INVISIBLE.test(value)) return undefined;
  return `no owner${platform === undefined ? '' : ` on ${platform}`} has the ${claim ?? 'name or id'} ${JSON.stringify(visible(value))}`;
}

/** Characters that a person cannot see, and spaces beyond the usual one. */
const INVISIBLE = /[\p{C}\p{Default_Ignorable_Code_Point}]|(?! )\p{Z}/u;

/** Returns the entry without invisible characters and spaces next to a sign, the same with its platform, and up to its first space. */
function corrections(text: string): readonly string[] {
  const plain = text
    .replace(/[\p{C}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replace(/\p{Z}*([:=])\p{Z}*/gu, '$1')
    .trim();
  // Bounded: the beginning of an entry.
  const withPlatform = plain.replace(PLATFORM_IN_NAME(), (_, key: string) => `${key.toLowerCase()}:`);
  return [plain, withPlatform, withPlatform.replace(/\/.*$/s, ''), plain.replace(/[\p{Z}].*$/su, '')];
}

/** Matches the name or the host of a platform at the beginning of an entry, with any sign after it. */
const PLATFORM_IN_NAME = (): RegExp =>
  new RegExp(`^(?:https?://)?(${PLATFORM_KEYS().join('|')})(?:\\.(?:com|org|io))?[^0-9A-Za-z]*`, 'i');

const PLATFORM_KEYS = (): string[] =>
  // Bounded: the platforms declare their issuers.
  [...new Set(ISSUERS.flatMap(({ platform }) => platform ?? []))];

/** Returns the declared values by the variables of an issuer. */
export function declaredOwnerValues(issuer: Issuer, owners: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  // Bounded: the configuration lists the owners.
  for (const entry of owners.map(readEntry)) {
    if (entry.platform !== undefined && entry.platform !== issuer.platform) continue;
    const variable = entry.platform === undefined ? issuer.owner : findVariable(issuer, entry);
    if (variable !== undefined) found.set(variable, [...(found.get(variable) ?? []), entry.value]);
  }
  return found;
}

/** Returns the values that a stranger does not have. A declared id decides instead of the name, which others can take over. */
export function undeclaredValues(
  of: Minting,
  { owner = '', ownerId = '' }: Issuer,
  declared: ReadonlyMap<string, readonly string[]>,
): ReadonlyMap<string, readonly string[]> {
  const isById = declared.has(ownerId) && of.isRuled(ownerId);
  // Bounded: the issuer declares the variables.
  return new Map([...declared].filter(([variable]) => !isById || variable !== owner));
}

/** Returns the AWS accounts in the entries of owners. Their tokens name the account, so its number is the id of an owner. */
export function findAwsAccounts(owners: readonly string[]): readonly string[] {
  // Bounded: the platforms declare their issuers.
  return ISSUERS.filter(({ platform }) => platform === 'aws').flatMap((issuer) => {
    const values = issuer.ownerId === undefined ? undefined : declaredOwnerValues(issuer, owners).get(issuer.ownerId);
    // Bounded: the configuration lists the owners.
    return (values ?? []).filter((value) => /^\d{12}$/.test(value));
  });
}

/** Returns the variable of the claim, or of the owner's name or id. */
function findVariable({ whose = {}, owner, ownerId }: Issuer, { claim, value }: Entry): string | undefined {
  if (claim !== undefined) return Object.hasOwn(whose, claim) ? whose[claim] : undefined;
  return ID.test(value) || owner === undefined ? ownerId : owner;
}

/**
 * Returns the owners with a platform for each plain name: the platforms where one of the matches accepts tokens of this owner.
 * If no match accepts any, the name stays plain, and is taken for every platform.
 */
export function scopedOwners(
  owners: readonly string[],
  matches: readonly TokenMatch[],
  options: Anchoring & Limits,
): readonly string[] {
  const budget = createBudget(options);
  // Bounded: the configuration lists the owners.
  return owners.flatMap((name) => {
    if (!isPlainOwner(name)) return [name];
    const platforms = new Set(namedIn(matches, name, options, budget));
    return platforms.size === 0 ? [name] : [...platforms].map((platform) => `${platform}:${name}`);
  });
}

function namedIn(matches: readonly TokenMatch[], name: string, options: Anchoring, budget: Budget): string[] {
  const issuers = ISSUERS.filter(({ owner, platform }) => owner !== undefined && platform !== undefined);
  const found = new Set<string>();
  for (const match of matches) {
    budget.spend();
    // Bounded: the platforms declare their issuers.
    const left = issuers.filter(({ platform = '' }) => !found.has(platform));
    if (left.length === 0) break;
    // Bounded: the platforms declare their issuers.
    for (const { platform = '' } of left.filter((issuer) => namesOwner(issuer, match, name, options, budget)))
      found.add(platform);
  }
  return [...found];
}

/** A name that nobody means. A pattern that accepts it accepts every owner. */
const ANOTHER = 'q7x9z3v1k5';

/** Returns true if the match accepts a token of the owner, and not of every owner. */
function namesOwner(issuer: Issuer, match: TokenMatch, name: string, options: Anchoring, budget: Budget): boolean {
  const { owner = '', shapes } = issuer;
  try {
    const rules = ruleAutomata(match, options, budget);
    // Bounded: the issuer declares the shapes.
    return Object.values(shapes).some((shape) => {
      const of = createMinting(issuer, shape, rules, budget);
      const accepts = (value: string) => of.find(new Map(), new Map([[owner, value]])) !== undefined;
      return of.isRuled(owner) && accepts(name) && !accepts(ANOTHER);
    });
  } catch {
    return false; // A pattern that is not valid, or too expensive, names nobody.
  }
}

/** Returns all values of a variable beyond the excluded ones; none if there are too many for a list. */
export function listValues(of: Minting, variable: string, excluded: Excluded = new Map()): readonly string[] {
  const listed: string[] = [];
  const without = excluded.get(variable) ?? [];
  // Bounded: LISTED values, and each `find` spends steps.
  while (listed.length <= LISTED) {
    const value = of.find(new Map([...excluded, [variable, [...without, ...listed]]]))?.of.get(variable);
    if (value === undefined) return listed;
    listed.push(value);
  }
  return [];
}

/** Returns the shortest entry that is a value of the variable. */
export function getEntry(issuer: Issuer, variable: string, value: string): string {
  const { platform = '', whose = {} } = issuer;
  if (findVariable(issuer, { value }) === variable) return `${platform}:${value}`;
  // Bounded: the issuer declares the claims.
  const claim = Object.keys(whose).find((name) => whose[name] === variable);
  return `${platform}:${claim ?? ''}=${value}`;
}
