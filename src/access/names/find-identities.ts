/** Finds the identities that questions, rules, assertions and tests name. */
import type { AccessGraph, IdentityName, IdentityNode } from '../graph';
import { fullNames, shortNames } from '../graph/identity-names';
import { toAccountText, withoutSlashes } from '../../base/text/person-account';
import { nearest } from '../../model/api';
import { pathPattern } from '../../base/text/path-pattern';
import { few } from '../../base/text/words';
import { nearestPath, QuestionError, unknownName } from './unknown-name';

type Identities = readonly IdentityNode[];

/** Returns the text of a name in one form: `ada at https://login.example.com` is `ada at login.example.com`. */
export function toNameText(name: IdentityName): string {
  return typeof name === 'string' ? name.replace(/ at https:\/\//, ' at ') : toAccountText(name);
}

/**
 * Returns the identities with a name: none, one, or several people with this short name. A path, a uid and an account
 * come before short names, which people can choose.
 */
export function findIdentitiesByName(identities: Identities, name: IdentityName): IdentityNode[] {
  const text = toNameText(name);
  const full = identities.filter((node) => fullNames(node).includes(text));
  if (full.length > 0 || typeof name !== 'string') return full;
  return identities.filter((node) => shortNames(node).some((short) => isSameName(short, text)));
}

/** Returns the identity with a name. Throws a {@link QuestionError} for an unknown or ambiguous name. */
export function requireIdentity(identities: Identities, name: IdentityName): IdentityNode {
  const [found, ...others] = findIdentitiesByName(identities, name);
  if (found === undefined) throw unknownIdentity(identities, name);
  if (others.length > 0) throw new QuestionError(ambiguityText(name, [found, ...others]));
  return found;
}

/** Returns the identities with a name, or those that match a pattern. Throws a {@link QuestionError} without any. */
export function requireMatchingIdentities({ identities }: AccessGraph, name: IdentityName): IdentityNode[] {
  if (!isPattern(name)) return [requireIdentity(identities, name)];
  const found = identities.filter((node) => isPatternMatched(node, name));
  // A subject can contain an asterisk.
  return found.length > 0 ? found : [requireIdentity(identities, name)];
}

/** Returns true if a name is a pattern that can match several identities. */
export function isPattern(name: IdentityName): name is string {
  return typeof name === 'string' && name.includes('*');
}

/** Returns true if a pattern matches the path, or the account or the e-mail address of a person. */
export function isPatternMatched(node: IdentityNode, pattern: string): boolean {
  const matches = pathPattern(toNameText(pattern));
  // A slash in an e-mail address must not look like a path.
  return [node.path, ...(node.email === undefined ? [] : [withoutSlashes(node.email)])].some(matches);
}

/** Returns a sentence with the candidates of an ambiguous name. */
export function ambiguityText(name: IdentityName, candidates: Identities): string {
  const names = candidates.map((node) => `${node.path} (${node.key})`);
  return `The name ${JSON.stringify(toNameText(name))} is ambiguous: ${few(names, MOST)}. Use the account or the uid.`;
}

/** The maximum number of candidates in one message. */
const MOST = 5;

/** Returns the paths of people by each of their names. */
export function namesOfPeople(identities: Identities): ReadonlyMap<string, string> {
  const people = identities.filter(({ group }) => group === undefined);
  return new Map(
    people.flatMap((node) => [...fullNames(node), ...shortNames(node)].map((name) => [name, node.path] as const)),
  );
}

/** Returns the path of the identity that a misspelled name probably means. */
export function similarIdentity(identities: Identities, name: IdentityName): string | undefined {
  const text = toNameText(name);
  const people = namesOfPeople(identities);
  const person = nearest(text, people.keys());
  const paths = identities.map(({ path }) => path);
  const meant = nearestPath(text, paths);
  return text.includes('/') ? (meant ?? (person && people.get(person))) : ((person && people.get(person)) ?? meant);
}

function unknownIdentity(identities: Identities, name: IdentityName): QuestionError {
  const paths = identities.map(({ path }) => path);
  return unknownName('identity', toNameText(name), similarIdentity(identities, name), paths);
}

/** Case does not matter in an e-mail address. */
function isSameName(name: string, other: string): boolean {
  return name === other || (name.includes('@') && name.toLowerCase() === other.toLowerCase());
}
