/** Lists every object of the organization with its fields and its key in the access graphs, for pages and questions. */
import { compareNames } from '../../base/text/compare-names';
import { withoutScheme } from '../../base/text/person-account';
import { group, groupInvite, identity, role } from '../../model/kinds';
import { kindInWords, type Declaration } from '../../model/schema';
import type { Analysis } from '../access/analysis';
import { findChange, type SideReader } from '../organization/changes';
import type { ChangeStatus } from '../words/change-texts';
import { trustsSharedPlatform } from '../../access/rules';
import { findOwnerEntries, findUnreviewed, getExposure, type Outsider } from '../access/assume/outsiders';
import { listUndeclaredPeople, undeclaredPersonText } from '../access/person-issuers';
import { getTrustPolicy } from '../access/assume/trust-policy';
import { describe } from '../access/assume/describe';
import { recipientOfInvite } from '../findings/created';
import { findStaying } from '../findings/shared/unmanaged-contents';
import { createWriteFinder } from '../findings/unreviewed-code';
import { shownFields, type FieldChange } from '../organization/objects/fields';
import { getName, type PlatformObject } from '../organization/objects/objects';
import type { ObjectMatch } from '../organization/object-matches';
import { groupAttribute } from '../organization/objects/references';
import { textAttribute } from '../input/plan/values';
import type { Origin } from '../input/plan/synthesized';

/** An object of the organization before and after the change. */
export interface ReviewedObject extends Partial<Origin> {
  /** For example `role binding`. */
  readonly kind: string;
  /** The type of its node in an access graph; absent for an object that gives no access. */
  readonly node?: 'group' | 'identity' | 'role' | 'grant';
  /** The name after the change, or before it for a deleted object. */
  readonly name: string;
  readonly path: string;
  /** The previous path, if it differs. */
  readonly from?: string;
  readonly before?: ReviewedSide;
  readonly after?: ReviewedSide;
  readonly status: ChangeStatus | 'kept';
  /** True if the API refuses its deletion. */
  readonly stays?: true;
  /** The changed fields. */
  readonly changes: readonly FieldChange[];
  /** True if a plan manages it. */
  readonly isManaged: boolean;
  /** The address of the resource, or of the data source that has read it. */
  readonly address: string;
  readonly plan: string;
}

/** An object before or after the change. */
export interface ReviewedSide {
  /** Its uid, otherwise its address. */
  readonly key: string;
  /** The key of its group. */
  readonly group?: string;
  /** A description of the trust policy. */
  readonly assumed?: string;
  /** Present for an identity that outsiders can assume, or may, for one with write access that unreviewed code can assume, and for an invite without a recipient. */
  readonly exposure?: Exposure;
  /** The time of creation and of the last use, if a data source or the live organization shows them. */
  readonly created?: string;
  readonly lastSeen?: string;
  /** The time of its expiry: of an invite, for example. */
  readonly expires?: string;
  /** The values of the fields. Sensitive values are masked. */
  readonly fields: Readonly<Record<string, string>>;
}

/** People who can assume an identity without being part of the organization, or without a review of their code. */
export interface Exposure {
  /** `unknown`: it accepts workloads of a shared platform, and no owners are declared. */
  readonly to: 'outsiders' | 'unreviewed code' | 'possibly outsiders' | 'unknown';
  /** A sentence without the final period: `Outsiders can assume it: the owner evilcorp`. */
  readonly text: string;
  /** The parts of the trust policy in the text. */
  readonly names: readonly string[];
  /** The entries of `owners` that declare these people; absent if no declaration is enough. */
  readonly entries?: readonly string[];
  /** The sentence about unreviewed code that can assume an identity with write access; absent if no such code can. */
  readonly unreviewed?: string;
}

/** An identity that outsiders can assume, or for which this is unknown. */
export interface ExternalIdentity {
  readonly identity: string;
  readonly outsiders: readonly Outsider[];
  /** The reason why this cannot be determined. */
  readonly unknown: readonly string[];
}

/** Returns the identities that outsiders can assume after the change, in the order of paths. */
export function externalIdentities(analysis: Analysis): ExternalIdentity[] {
  const { organization, outsiders: find, readers } = analysis;
  const people = [...listUndeclaredPeople(analysis).after.values()].map(({ node: { path }, account }) => ({
    identity: path,
    outsiders: [{ who: undeclaredPersonText(account), names: [withoutScheme(account.issuer)] }],
    unknown: [],
  }));
  const assumed = [...organization.after.values()]
    .filter(({ declaration }) => declaration === identity)
    .map(({ instances: [instance] }) => ({
      identity: readers.after.toPath(instance),
      ...getExposure(instance, find),
    }))
    .filter(({ outsiders, unknown }) => outsiders.length + unknown.length > 0);
  return [...assumed, ...people].sort((a, b) => compareNames(a.identity, b.identity));
}

type Side = 'before' | 'after';

/** Returns all objects, sorted by path; unmanaged objects come last. */
export function reviewedObjects(analysis: Analysis): ReviewedObject[] {
  const { matches, organization } = analysis;
  const paired = new Set(matches.flatMap(({ before, after }) => [before, after]));
  const unmanaged = new Map<string, Partial<Record<Side, PlatformObject>>>();
  for (const side of ['before', 'after'] as const)
    for (const [id, object] of organization[side])
      if (!paired.has(object)) unmanaged.set(id, { ...unmanaged.get(id), [side]: object });
  const describeOne = createDescriber(analysis);
  return [...matches, ...[...unmanaged.values()].map((found) => getMatch(found, analysis))].flatMap(describeOne);
}

/** Returns the match of an unmanaged object, as if a plan managed it. */
function getMatch({ before, after }: Partial<Record<Side, PlatformObject>>, { readers }: Analysis): ObjectMatch {
  const [object] = [after, before].filter((platformObject) => platformObject !== undefined) as [PlatformObject];
  return {
    declaration: object.declaration,
    status: after === undefined ? 'removed' : before === undefined ? 'added' : 'kept',
    before,
    after,
    pathBefore: before && readers.before.toPath(before.instances[0]),
    pathAfter: after && readers.after.toPath(after.instances[0]),
  };
}

const nodes: ReadonlyMap<Declaration, ReviewedObject['node']> = new Map<Declaration, ReviewedObject['node']>([
  [group, 'group'],
  [identity, 'identity'],
  [role, 'role'],
]);

function createDescriber(analysis: Analysis) {
  const { readers, before, after } = analysis;
  const staying = findStaying(analysis);
  const exposures = { before: createExposure(analysis, 'before'), after: createExposure(analysis, 'after') };
  const describeIn = (object: PlatformObject, side: Side): ReviewedSide => {
    const exposure = exposures[side](object);
    return {
      ...describeObject(object, readers[side], analysis),
      ...(exposure !== undefined && { exposure }),
    };
  };
  const grants = new Set([before, after].flatMap(({ graph }) => graph.grants.map(({ key }) => key)));
  return (match: ObjectMatch): ReviewedObject[] => {
    const { declaration, pathAfter, pathBefore } = match;
    const object = match.after ?? match.before;
    if (object === undefined) return [];
    const [instance] = object.instances;
    const change = findChange(match, readers.before, readers.after);
    const node = nodes.get(declaration) ?? (grants.has(object.key) ? 'grant' : undefined);
    return [
      {
        kind: kindInWords(declaration),
        ...(node !== undefined && { node }),
        name: getName(instance),
        path: pathAfter ?? pathBefore ?? '',
        ...(change?.from !== undefined && { from: change.from }),
        ...(match.before !== undefined && { before: describeIn(match.before, 'before') }),
        ...(match.after !== undefined && { after: describeIn(match.after, 'after') }),
        status: change?.status ?? 'kept',
        ...(staying.has(match) && { stays: true as const }),
        changes: change?.fields ?? [],
        isManaged: object.isManaged,
        address: instance.address,
        plan: instance.plan.name,
      },
    ];
  };
}

/** Returns a function that finds who else can assume an identity. */
function createExposure(analysis: Analysis, side: Side) {
  const { outsiders: find, reachability, owners } = analysis;
  const getWrites = createWriteFinder(analysis[side]);
  const people = listUndeclaredPeople(analysis)[side];
  return ({ declaration, key, instances: [instance] }: PlatformObject): Exposure | undefined => {
    if (declaration === groupInvite) return recipientOfInvite(instance).isForAnyone ? OPEN_INVITE : undefined;
    const policy = declaration === identity ? getTrustPolicy(instance) : undefined;
    const person = declaration === identity ? people.get(key) : undefined;
    if (person !== undefined) {
      const text = `Outsiders may be able to use it: ${undeclaredPersonText(person.account)}`;
      return { to: 'possibly outsiders', text, names: [withoutScheme(person.account.issuer)] };
    }
    if (policy === undefined) return undefined;
    const { outsiders } = getExposure(instance, find);
    const entries = findOwnerEntries(policy, reachability) ?? [];
    const outsider = outsiders.find(({ token }) => token !== undefined);
    const [found] = getWrites(key).length === 0 ? [] : findUnreviewed(policy, reachability);
    const unreviewed = found && `${found.code} can assume it: ${found.who}`;
    if (outsider !== undefined)
      return {
        ...{ to: 'outsiders' as const, text: `Outsiders can assume it: ${outsider.who}`, names: outsider.names ?? [] },
        ...(entries.length > 0 && { entries }),
        ...(unreviewed !== undefined && { unreviewed }),
      };
    if (unreviewed !== undefined) return { to: 'unreviewed code', text: unreviewed, names: [], unreviewed };
    const [possible] = outsiders;
    if (possible === undefined)
      return owners === undefined && trustsSharedPlatform(policy, reachability)
        ? { to: 'unknown', text: UNKNOWN_EXPOSURE, names: [] }
        : undefined;
    const { who, names = [] } = possible;
    return { to: 'possibly outsiders', text: `Outsiders may be able to assume it: ${who}`, names };
  };
}

/** Nothing restricts who presents the code of an invite without a recipient. */
const OPEN_INVITE: Exposure = {
  to: 'outsiders',
  text: 'Outsiders can use it: anyone with the code of the invite',
  names: [],
};

const UNKNOWN_EXPOSURE = 'It is unknown if outsiders can assume it: no owners are declared';

function describeObject(
  { declaration, key, instances: [instance] }: PlatformObject,
  { referring }: SideReader,
  { reachability, now }: Pick<Analysis, 'reachability' | 'now'>,
): ReviewedSide {
  const place = groupAttribute(declaration);
  const above = place === undefined ? undefined : referring(instance, place, group.kind)?.key;
  const isAssumed = declaration === identity;
  const [created, lastSeen, expires] = ['create_time', 'last_seen_time', 'expiration_time'].map((name) =>
    textAttribute(instance.values, name),
  );
  return {
    key,
    ...(created !== undefined && { created }),
    ...(lastSeen !== undefined && { lastSeen }),
    ...(expires !== undefined && { expires }),
    ...(above !== undefined && { group: above }),
    ...(isAssumed && { assumed: describe(getTrustPolicy(instance), reachability, now) }),
    fields: Object.fromEntries(shownFields(instance, referring)),
  };
}
