/**
 * Capabilities. People and tokens use `groups.list`, and the wire uses `CAP_IAM_GROUPS_LIST`. The set is open: a
 * service knows more capabilities than this table. The wire accepts enum names only, so the enum name of an unknown
 * dotted name is derived (contract A1).
 */
import { nearest } from './nearest';

const verbs = ['create', 'update', 'list', 'delete'] as const;

const iamNouns = [
  'groups',
  'group_invites',
  'roles',
  'role_bindings',
  'account_associations',
  'identity',
  'identity_providers',
] as const;
const plainNouns = ['repo', 'tag', 'manifest', 'advisories'] as const;

type Verb = (typeof verbs)[number];
type IamNoun = (typeof iamNouns)[number];
type PlainNoun = (typeof plainNouns)[number];

/** A capability of this table, as its dotted name. */
export type KnownCapability =
  | Exclude<`${IamNoun}.${Verb}`, 'group_invites.update'>
  | `${PlainNoun}.${Verb}`
  | 'repo.blobs.get';

/** A capability. Editors complete the names of the table, and any other name is allowed. */
export type Capability = KnownCapability | (string & {});

/** The form of any capability: dotted, or the name of an enum value. */
export const CAPABILITY_PATTERN = '^([a-z][a-z0-9_-]*(\\.[a-z0-9_-]+)+|CAP(_[A-Z0-9]+)+)$';

const enumNames: ReadonlyMap<string, string> = new Map(
  [
    ...named(iamNouns, 'CAP_IAM').filter(([dotted]) => dotted !== 'group_invites.update'),
    ...named(plainNouns, 'CAP'),
    ['repo.blobs.get', 'CAP_REPO_BLOBS_GET'] as const,
  ].sort(([one], [other]) => (one < other ? -1 : 1)),
);
const dottedNames: ReadonlyMap<string, string> = new Map([...enumNames].map(([dotted, name]) => [name, dotted]));

/** Every capability of the table as its dotted name, sorted. */
export const CAPABILITIES = [...enumNames.keys()] as readonly KnownCapability[];

/** Every capability of the table as the name of an enum value, in the same order. */
export const CAPABILITY_ENUM_NAMES: readonly string[] = [...enumNames.values()];

/** Returns true if `name` is a capability of the table, in either representation. */
export function isKnownCapability(name: string): boolean {
  return enumNames.has(name) || dottedNames.has(name);
}

const shape = new RegExp(CAPABILITY_PATTERN, 'u');
const dottedShape = /^[a-z][a-z0-9_-]*(\.[a-z0-9_-]+)+$/;

/** Returns true if `name` has the form of a capability, of the table or another. */
export function isCapability(name: string): boolean {
  return shape.test(name);
}

/**
 * Returns the name on the wire: `groups.list` → `CAP_IAM_GROUPS_LIST`. For a dotted name that is not in the table, it
 * is `CAP_` and the name in upper case: `apk.list` → `CAP_APK_LIST`. An enum name, or a text that is not a capability,
 * is unchanged.
 */
export function capabilityEnumName(name: string): string {
  const known = enumNames.get(name);
  if (known !== undefined) return known;
  return dottedShape.test(name) ? `CAP_${name.replace(/[.-]/g, '_').toUpperCase()}` : name;
}

/** Returns the dotted name: `CAP_IAM_GROUPS_LIST` → `groups.list`. A name that is not in the table is unchanged. */
export function capabilityName(enumName: string): string {
  return dottedNames.get(enumName) ?? enumName;
}

/**
 * Returns one name for both representations of a capability. It is dotted if it is in the table or has two words
 * (`apk.list`). Otherwise it is the enum name: `libraries.java.list` → `CAP_LIBRARIES_JAVA_LIST`, whose dots are not known.
 */
export function canonicalCapability(name: string): string {
  const enumName = capabilityEnumName(name);
  const [, noun, verb] = twoWords.exec(enumName) ?? [];
  const dotted = dottedNames.get(enumName);
  if (dotted !== undefined) return dotted;
  return noun === undefined || verb === undefined ? enumName : `${noun}.${verb}`.toLowerCase();
}

/** People write the capabilities of tenants as enum names. */
const twoWords = /^CAP_(?!TENANT_)([A-Z][A-Z0-9]*)_([A-Z0-9]+)$/;

/** Returns the capability of the table that `name` is most likely a misspelling of, in the same representation. */
export function nearestCapability(name: string): string | undefined {
  const [noun, verb] = nounAndVerb(name);
  const known = name.startsWith('CAP_') ? CAPABILITY_ENUM_NAMES : CAPABILITIES;
  // Noun and verb must each be near: apk.create ends like tag.create, but is not a misspelling of it.
  const alike = known.filter((candidate) => {
    const [knownNoun, knownVerb] = nounAndVerb(candidate);
    return nearest(noun, [knownNoun]) !== undefined && nearest(verb, [knownVerb]) !== undefined;
  });
  return nearest(name, alike);
}

/** The first word of each capability of the table, sorted: `groups`, `repo`. */
export const CAPABILITY_DOMAINS: readonly string[] = [...new Set(CAPABILITIES.map(domainOf))];

/**
 * Returns the capabilities of the table that have the domain of an unknown one, in the same representation:
 * `identities.list` → `identity.create`, `identity.delete` and so on. Empty for an unknown domain.
 */
export function capabilitiesInDomain(name: string): readonly string[] {
  const domain = nearestDomain(name);
  const found = CAPABILITIES.filter((known) => domainOf(known) === domain);
  return name.startsWith('CAP_') ? found.map(capabilityEnumName) : found;
}

function nearestDomain(name: string): string | undefined {
  const [noun] = nounAndVerb(name.toLowerCase().replace(/^cap_(iam_)?/, ''));
  // An enum name separates all of its words by `_`, also those of a domain.
  const words = name.startsWith('CAP_') ? noun : domainOf(noun);
  const alike = CAPABILITY_DOMAINS.filter(
    (domain) => words.startsWith(`${domain}_`) || singular(domain) === singular(words),
  );
  return alike.sort((one, other) => other.length - one.length)[0] ?? nearest(words, CAPABILITY_DOMAINS);
}

function domainOf(name: string): string {
  return name.split('.', 1).join();
}

function singular(noun: string): string {
  return noun.replace(/ies$/, 'y').replace(/s$/, '');
}

/** `groups.list` → `['groups', 'list']`, `CAP_REPO_LIST` → `['REPO', 'LIST']`. */
function nounAndVerb(name: string): readonly [string, string] {
  const [, noun = '', verb = ''] = /^(?:CAP_)?(.*)[._](.*)$/.exec(name) ?? [];
  return [noun, verb];
}

function named(nouns: readonly string[], prefix: string): (readonly [string, string])[] {
  return nouns.flatMap((noun) =>
    verbs.map((verb) => [`${noun}.${verb}`, `${prefix}_${noun}_${verb}`.toUpperCase()] as const),
  );
}
