/**
 * Finds the differences between an organization and the stacks that manage it: objects that someone changed since the last apply,
 * and objects that no stack manages.
 */
import { isObject, isWithin, parentUid, parseJson } from '../../model/api';
import { containerKind, declarations } from '../../model/kinds';
import { kindInWords, typeName } from '../../model/schema';
import { pathPattern, type Severity } from '../../access/rules';
import { getRights } from '../access/rights';
import { PlanError } from '../input/plan/document';
import { hashValues } from '../input/plan/hash';
import type { ReviewedObject } from '../report/reviewed-objects';
import type { Review } from '../report/review-result';
import type { IdentityExposure } from './drift-owners';
import { findExposures } from './drift-exposures';
import { orderDeletions, type Deletion } from './drift-deletions';
import { findDriftScope, toTypedUid } from './drift-scope';
import { createAccessText, rateChanges, type AccessText, type RatedChange } from './drift-severity';

export interface DriftOptions {
  /** The uids of the root groups that were read. */
  readonly roots: readonly string[];
  /** The groups whose objects count as unmanaged, by uid or path. @default those that contain the managed objects */
  readonly scopes?: readonly string[] | undefined;
  /** The objects that other stacks of the project manage, such as `platform_group UID`. @default none */
  readonly elsewhere?: ReadonlySet<string> | undefined;
  /** The other stacks of the project whose states cannot be read. @default none */
  readonly unread?: readonly string[] | undefined;
  /** Patterns of group paths, such as `acme/prod/**`: only objects in these groups count as unmanaged. @default all */
  readonly only?: readonly string[] | undefined;
  /** Patterns of group paths whose objects do not count as unmanaged. @default none */
  readonly exclude?: readonly string[] | undefined;
  /** The fingerprints of known unmanaged objects, which are not listed (`readAccepted`). @default none */
  readonly accepted?: ReadonlySet<string> | undefined;
  /** The objects that the next apply imports, such as `platform_group UID`: they count as managed. @default none */
  readonly pending?: ReadonlySet<string> | undefined;
  /** The existing objects that the stacks declare as new ones (`findExistingDeclared`), such as `platform_group UID`; `unknown` without plans. @default none */
  readonly declared?: ReadonlySet<string> | 'unknown' | undefined;
  /** The uid of the identity of the token. @default unknown */
  readonly caller?: string | undefined;
}

export interface Drift {
  /** The number of compared objects, and the paths of their groups. */
  readonly compared: { readonly objects: number; readonly roots: readonly string[] };
  /** Managed objects whose current values differ from the state, the most dangerous first. */
  readonly changed: readonly RatedChange[];
  /** Objects that no plan and no state manages, sorted by path. */
  readonly unmanaged: readonly UnmanagedObject[];
  /** The unmanaged objects that can be deleted, in an order that the API accepts. Absent if a state may be lost. */
  readonly deletions?: readonly Deletion[];
  /** The number of unmanaged objects that are known and not listed. Absent if none are accepted. */
  readonly accepted?: number;
  /** The number of unmanaged objects outside of the compared groups. Absent for none. */
  readonly others?: number;
  /** The other stacks whose states cannot be read: their objects look unmanaged. Absent for none. */
  readonly unread?: readonly string[];
  /** The paths of the groups that the stacks manage, if unmanaged objects are outside of them, in groups that nobody has selected. */
  readonly ownGroups?: readonly string[];
  /** The number of existing objects that the first apply imports. Absent if none await it. */
  readonly pending?: number;
  /** Reasons why a list may be incomplete. */
  readonly problems: readonly string[];
}

export interface UnmanagedObject {
  /** For example `role binding`. */
  readonly kind: string;
  readonly path: string;
  readonly uid: string;
  /** `high` for an owner, and for a write that outsiders or unreviewed code can do; `medium` for other exposed objects. */
  readonly severity: Severity;
  /** The access by a grant that writes, and who can assume its identity. */
  readonly access?: AccessText;
  /** True for a role binding, an invite, a mapping or an identity provider that gives the role owner. */
  readonly givesOwner?: true;
  /** True if a stack declares the object, and no state contains it: the state is probably lost. */
  readonly isDeclared?: true;
  /** True for the identity of the token, and for its grants: a deletion would lock the caller out. */
  readonly isOwnAccess?: true;
  /** True for an object outside of the groups that the stacks manage: no command deletes it. */
  readonly isOutside?: true;
  /** Others who can assume the identity, or the identity of the grant, as a sentence with names. */
  readonly exposure?: IdentityExposure;
  /** The time of creation, if the service shows it. */
  readonly created?: string;
  /** An address for the `import` block: the type, and a name from the path. */
  readonly to: string;
  /** Identifies the object and its fields: an accepted object that changes is listed again. */
  readonly fingerprint: string;
}

/**
 * Reads the JSON of an earlier drift, and returns the fingerprints of its unmanaged objects.
 *
 * @throws PlanError if the text is no such JSON
 */
export function readAccepted(text: string, name: string): ReadonlySet<string> {
  const pass = 'Pass the output of "platform-iac drift --format json".';
  const drift = parseJson(text);
  const unmanaged: unknown = isObject(drift) ? drift['unmanaged'] : undefined;
  const fingerprints = Array.isArray(unmanaged)
    ? unmanaged.map((one: unknown) => (isObject(one) ? one['fingerprint'] : undefined))
    : [undefined];
  if (!fingerprints.every((fingerprint) => typeof fingerprint === 'string'))
    throw new PlanError(`Cannot read ${name}: it does not list unmanaged objects with fingerprints. ${pass}`);
  return new Set(fingerprints);
}

/** Returns the drift of a review of refresh-only plans and states together with the live organization. */
export function createDrift(
  review: Review,
  { roots, scopes, only, exclude = [], accepted, pending, declared, elsewhere, unread = [], caller }: DriftOptions,
): Drift {
  const { objects, report, after: graph } = review;
  const groups = new Map(
    objects.flatMap(({ node, after, path }) => (node === 'group' && after ? [[after.key, path] as const] : [])),
  );
  const [isWanted, isExcluded] = [matcher(only ?? ['**']), matcher(exclude)];
  const isPending = (object: ReviewedObject) => pending?.has(toTypedUid(object) ?? '') === true;
  const isListed = (object: ReviewedObject): boolean =>
    !object.isManaged &&
    !isRootGroup(object) &&
    elsewhere?.has(toTypedUid(object) ?? '') !== true &&
    roots.some((root) => isWithin(object.after?.key ?? '', root));
  const keys = scopes?.map((scope) => [...groups].find((group) => group.includes(scope))?.[0] ?? scope);
  const scope = findDriftScope(
    objects.filter((object) => object.isManaged || isPending(object)),
    { roots, scopes: keys },
  );
  const isCompared = (object: ReviewedObject): boolean => {
    const { after, path, node, isManaged } = object;
    if (isManaged || after === undefined) return isManaged;
    if (!isListed(object) || !scope.contains(object)) return false;
    const group = node === 'group' ? path : (groups.get(after.group ?? '') ?? '');
    return isWanted(group) && !isExcluded(group);
  };
  const compared = objects.filter(isCompared);
  const exposures = findExposures(review);
  const grants = new Map(graph.grants.map((grant) => [grant.key, grant]));
  const writers = new Set(
    graph.grants.flatMap(({ key, role, identity }) => (getRights(role) === 'reads' ? [] : [key, identity.key])),
  );
  const identities = new Map(
    objects.flatMap((object) =>
      object.node === 'identity' && object.after ? [[object.after.key, object] as const] : [],
    ),
  );
  const ofCaller = new Set([
    caller,
    ...graph.grants.filter(({ identity }) => identity.key === caller).map(({ key }) => key),
  ]);
  const isLost = (id: string) => declared !== undefined && declared !== 'unknown' && declared.has(id);
  const addresses = new Set<string>();
  let awaiting = 0;
  const found = compared.flatMap((object): UnmanagedObject[] => {
    const { kind, path, after, isManaged } = object;
    const declaration = declarations.find((one) => kindInWords(one) === kind);
    if (isManaged || after === undefined || declaration === undefined) return [];
    const id = `${typeName(declaration)} ${after.key}`;
    if (isPending(object)) {
      awaiting++;
      return [];
    }
    const to = freeAddress(`${typeName(declaration)}.${identifier(path)}`, addresses);
    const { created, fields } = after;
    const print = hashValues(kind, path, after.key, fields).slice(0, 16);
    const exposure = exposures.get(after.key);
    const grant = grants.get(after.key);
    const givesOwner = grant?.role.holdsUnknown === true;
    const isOwnAccess = ofCaller.has(after.key);
    const isExposedWrite = exposure !== undefined && writers.has(after.key);
    const isGrave = (givesOwner || isExposedWrite) && !isOwnAccess;
    const severity: Severity = isGrave ? 'high' : exposure !== undefined && !isOwnAccess ? 'medium' : 'low';
    const access =
      grant !== undefined && writers.has(after.key) ? createAccessText(grant, identities, '', after) : undefined;
    const facts = {
      severity,
      ...(access !== undefined && { access }),
      ...(givesOwner && { givesOwner: true as const }),
      ...(isLost(id) && { isDeclared: true as const }),
      ...(isOwnAccess && { isOwnAccess: true as const }),
      ...(!scope.isOwn(object) && { isOutside: true as const }),
      ...(exposure !== undefined && { exposure }),
      ...(created !== undefined && { created }),
    };
    return [{ kind, path, uid: after.key, ...facts, to, fingerprint: print }];
  });
  const unmanaged = found.filter(({ fingerprint }) => accepted?.has(fingerprint) !== true);
  const others = objects.filter((object) => isListed(object) && !isPending(object) && !scope.contains(object));
  const isBeyond = ({ after }: ReviewedObject) => !scope.compared.includes(after?.key ?? '');
  const count = others.filter(isBeyond).length;
  const unmatched = (only ?? []).filter((pattern) => ![...groups.values()].some(pathPattern(pattern)));
  return {
    compared: { objects: compared.length, roots: scope.compared.map((key) => groups.get(key) ?? key) },
    changed: rateChanges(review),
    unmanaged,
    ...(declared !== 'unknown' &&
      unread.length === 0 &&
      !unmanaged.some(({ isDeclared }) => isDeclared) && {
        deletions: orderDeletions(
          unmanaged.filter(({ isOutside }) => !isOutside),
          review,
        ),
      }),
    ...(count > 0 && { others: count }),
    ...(unread.length > 0 && { unread }),
    ...(scopes === undefined &&
      scope.own.length > 0 &&
      unmanaged.some(({ isOutside }) => isOutside) && { ownGroups: scope.own.map((key) => groups.get(key) ?? key) }),
    ...(accepted !== undefined && { accepted: found.length - unmanaged.length }),
    ...(awaiting > 0 && { pending: awaiting }),
    problems: [
      ...report.verdict.problems,
      ...(keys ?? [])
        .filter((key) => !groups.has(key))
        .map((key) => `Cannot find the group ${JSON.stringify(key)}. Correct --root: pass its uid, or its path.`),
      ...unmatched.map((pattern) => `No group matches ${JSON.stringify(pattern)}. Correct the pattern of --only.`),
    ],
  };
}

/** Stacks refer to the root group and do not manage it. */
function isRootGroup({ kind, after }: ReviewedObject): boolean {
  return kind === kindInWords(containerKind) && after !== undefined && parentUid(after.key) === undefined;
}

function matcher(patterns: readonly string[]): (path: string) => boolean {
  const matches = patterns.map(pathPattern);
  return (path) => matches.some((match) => match(path));
}

/** Returns a name for Terraform: letters, digits and underscores, and a letter first. */
function identifier(path: string): string {
  const name = path
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');
  return /^[a-z]/.test(name) ? name : `object_${name}`;
}

function freeAddress(wanted: string, taken: Set<string>): string {
  let address = wanted;
  for (let next = 2; taken.has(address); next++) address = `${wanted}_${next}`;
  taken.add(address);
  return address;
}
