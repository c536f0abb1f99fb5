/**
 * Capabilities. People and tokens use `groups.list`, and the wire uses `CAP_IAM_GROUPS_LIST`. The set is open: a
 * service knows more capabilities than the table. The wire accepts enum names only, so the enum name of an unknown
 * dotted name is derived (contract A1).
 */
import { CAPABILITY_TABLE } from './capability-table';
import { nearest } from './nearest';

/** A capability of the table, as its dotted name. `docs/capabilities.md` describes each of them. */
export type KnownCapability = (typeof CAPABILITY_TABLE)[number][2];

/** A capability. Editors complete the names of the table, and any other name is allowed. */
export type Capability = KnownCapability | (string & {});

interface KnownFacts {
  /** The number in gRPC. */
  readonly number: number;
  readonly enumName: string;
  readonly name: KnownCapability;
  /** False if the capability only reads. */
  readonly writes: boolean;
  /** True if no role of a customer can hold it. */
  readonly isInternal: boolean;
}

const table: readonly KnownFacts[] = CAPABILITY_TABLE.map(([number, enumName, name, effect, internal]) => ({
  ...{ number, enumName, name },
  writes: effect !== 'reads',
  isInternal: internal !== undefined,
})).sort((a, b) => (a.name < b.name ? -1 : 1));
const byName: ReadonlyMap<string, KnownFacts> = new Map(
  table.flatMap((facts) => [[facts.name, facts] as const, [facts.enumName, facts] as const]),
);

/** Every capability of the table as its dotted name, sorted. */
export const CAPABILITIES: readonly KnownCapability[] = table.map(({ name }) => name);

/** Every capability of the table as the name of an enum value, in the same order. */
export const CAPABILITY_ENUM_NAMES: readonly string[] = table.map(({ enumName }) => enumName);

/** The capabilities that no role of a customer can hold. */
export const INTERNAL_CAPABILITIES: readonly KnownCapability[] = table
  .filter(({ isInternal }) => isInternal)
  .map(({ name }) => name);

/** The capabilities of the table that a role of a customer can hold. */
export const GRANTABLE_CAPABILITIES: readonly KnownCapability[] = table
  .filter(({ isInternal }) => !isInternal)
  .map(({ name }) => name);

/** Dotted names of the table without a dot. */
const words = CAPABILITIES.filter((name) => !name.includes('.'));

/** The form of any capability: dotted, the name of an enum value, or one of the words in the table. */
export const CAPABILITY_PATTERN = `^([a-z][a-z0-9_-]*(\\.[a-z0-9_-]+)+|CAP(_[A-Z0-9]+)+|${words.join('|')})$`;

/** Returns true if `name` is a capability of the table: the name on the wire decides. */
export function isKnownCapability(name: string): boolean {
  return find(name) !== undefined;
}

const shape = new RegExp(CAPABILITY_PATTERN, 'u');
const dottedShape = /^[a-z][a-z0-9_-]*(\.[a-z0-9_-]+)+$/;

/** Returns true if `name` has the form of a capability, of the table or another. */
export function isCapability(name: string): boolean {
  return shape.test(name);
}

/**
 * Returns the name on the wire: `groups.list` → `CAP_IAM_GROUPS_LIST`. For a dotted name that is not in the table, it
 * is `CAP_` and the name in upper case: `figs.list` → `CAP_FIGS_LIST`. An enum name, or a text that is not a capability,
 * is unchanged.
 */
export function capabilityEnumName(name: string): string {
  return byName.get(name)?.enumName ?? derivedEnumName(name);
}

function derivedEnumName(name: string): string {
  return dottedShape.test(name) ? `CAP_${name.replace(/[.-]/g, '_').toUpperCase()}` : name;
}

function find(name: string): KnownFacts | undefined {
  return byName.get(name) ?? byName.get(derivedEnumName(name));
}

/** Returns the dotted name: `CAP_IAM_GROUPS_LIST` → `groups.list`. A name that is not in the table is unchanged. */
export function capabilityName(enumName: string): string {
  return find(enumName)?.name ?? enumName;
}

/**
 * Returns one name for all representations of a capability, which have the same name on the wire. It is dotted if it is
 * in the table or has two words (`figs.list`). Otherwise it is the enum name: `figs.dried.list` → `CAP_FIGS_DRIED_LIST`,
 * whose dots are not known.
 */
export function canonicalCapability(name: string): string {
  const known = find(name)?.name;
  if (known !== undefined) return known;
  const enumName = derivedEnumName(name);
  const [, noun, verb] = twoWords.exec(enumName) ?? [];
  const dotted = noun === undefined || verb === undefined ? enumName : `${noun}.${verb}`.toLowerCase();
  // CAP_GROUPS_LIST is not groups.list, which is CAP_IAM_GROUPS_LIST.
  return capabilityEnumName(dotted) === enumName ? dotted : enumName;
}

const twoWords = /^CAP_([A-Z][A-Z0-9]*)_([A-Z0-9]+)$/;

/**
 * Returns true if the capability only reads: as the table says, and outside of the table by the last word on the wire.
 * Everything else counts as writing.
 */
export function isReadCapability(name: string): boolean {
  const facts = find(name);
  return facts === undefined ? /^CAP_\w+_(LIST|GET)$/.test(capabilityEnumName(name)) : !facts.writes;
}

/** Returns true if the name is not in the table and does not only read: it may allow anything. */
export function isUnknownWrite(name: string): boolean {
  return !isKnownCapability(name) && !isReadCapability(name);
}

/** Returns true if the capability can change who has access. */
export function isIamWrite(name: string): boolean {
  return capabilityEnumName(name).startsWith('CAP_IAM_') && !isReadCapability(name);
}

/** Returns the capability of the table that `name` is most likely a misspelling of, in the same representation. */
export function nearestCapability(name: string): string | undefined {
  const [noun, verb] = nounAndVerb(name);
  const names = name.startsWith('CAP_') ? CAPABILITY_ENUM_NAMES : CAPABILITIES;
  // Noun and verb must each be near: figs.create ends like tag.create, but is not a misspelling of it.
  const alike = names.filter((candidate) => {
    const [knownNoun, knownVerb] = nounAndVerb(candidate);
    return nearest(noun, [knownNoun]) !== undefined && nearest(verb, [knownVerb]) !== undefined;
  });
  return nearest(name, alike);
}

/** The first word of each capability of the table, sorted: `groups`, `repo`. */
const CAPABILITY_DOMAINS: readonly string[] = [...new Set(CAPABILITIES.map(getDomain))];

/**
 * Returns the capabilities of the table that have the domain of an unknown one, in the same representation:
 * `identities.list` → `identity.create`, `identity.delete` and so on. Empty for an unknown domain.
 */
export function capabilitiesInDomain(name: string): readonly string[] {
  const domain = nearestDomain(name);
  const found = CAPABILITIES.filter((candidate) => getDomain(candidate) === domain);
  return name.startsWith('CAP_') ? found.map(capabilityEnumName) : found;
}

function nearestDomain(name: string): string | undefined {
  const [noun] = nounAndVerb(name.toLowerCase().replace(/^cap_(iam_)?/, ''));
  // An enum name separates all of its words by `_`, also those of a domain.
  const words = name.startsWith('CAP_') ? noun : getDomain(noun);
  const alike = CAPABILITY_DOMAINS.filter(
    (domain) => words.startsWith(`${domain}_`) || singular(domain) === singular(words),
  );
  return alike.sort((a, b) => b.length - a.length)[0] ?? nearest(words, CAPABILITY_DOMAINS);
}

function getDomain(name: string): string {
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
