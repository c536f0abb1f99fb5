/** Names unmanaged objects in sentences: a grant with its role, and with the people or workloads that can use it. */
import { compareNames } from '../../../base/text/compare-names';
import { accountIn, displayedPerson, toAccountText } from '../../../base/text/person-account';
import { readTrustPolicy } from '../../../access/rules';
import { parentUid, type Values } from '../../../model/api';
import { getDeclaration, group, identity } from '../../../model/kinds';
import { kindInWords } from '../../../model/schema';
import type { Analysis } from '../../access/analysis';
import { describe } from '../../access/assume/describe';
import { getTrustPolicy } from '../../access/assume/trust-policy';
import type { ContainedObject, UnmanagedContents } from '../../organization/context/plan-context';
import { isPerson, objectId, type PlatformObject } from '../../organization/objects/objects';
import { getPath } from '../../organization/objects/paths';

/** An unmanaged object in a sentence. */
export interface NamedContent {
  readonly kind: string;
  readonly name: string;
  /** Everyone who can assume the identity of a grant; absent for other objects. */
  readonly assumed?: string | undefined;
  /** The identity of a grant of the role owner. */
  readonly owner?: string | undefined;
}

/** Sorts grants of the role owner first, which a deletion must not leave behind, then by the order of the kinds. */
export function sortNamed(objects: readonly NamedContent[], kinds: readonly string[]): NamedContent[] {
  return objects.toSorted(
    (a, b) =>
      Number(b.owner !== undefined) - Number(a.owner !== undefined) ||
      kinds.indexOf(a.kind) - kinds.indexOf(b.kind) ||
      compareNames(a.name, b.name),
  );
}

/** Returns `the role binding "acme/ci is owner in acme" (assumable by "any workflow on branch main of acme/shop")`. */
export function namedText({ kind, name, assumed }: NamedContent): string {
  return `the ${kind} "${name}"${assumed === undefined ? '' : ` (assumable by ${assumed})`}`;
}

/** Returns the name of an object of the organization. */
export function toNamed({ instances: [instance], declaration, key }: PlatformObject, analysis: Analysis): NamedContent {
  const [kind, path] = [kindInWords(declaration), analysis.readers.before.toPath(instance)];
  const name = path.startsWith(`${kind} `) ? path.slice(kind.length + 1) : path;
  const grant = analysis.before.graph.grants.find((node) => node.key === key);
  if (grant === undefined) return { kind, name };
  const owner = grant.role.holdsUnknown ? grant.identity.path : undefined;
  return { kind, name, assumed: findAssumed(grant.identity.key, analysis), owner };
}

/** Returns everyone who can assume an identity of the organization; undefined if no plan describes it. */
function findAssumed(key: string, { organization: { before }, reachability }: Analysis): string | undefined {
  const instance = before.get(objectId(identity, key))?.instances[0];
  if (instance === undefined) return undefined;
  const policy = getTrustPolicy(instance);
  return isPerson(instance) ? 'a person' : policy && describe(policy, reachability);
}

/** Returns a function that names objects that the API has shown in a group. Objects without a name and a grant have none. */
export function createContentNames(
  contents: readonly UnmanagedContents[],
  analysis: Analysis,
): (kind: string, object: ContainedObject) => NamedContent | undefined {
  const shown = new Map(contents.flatMap(({ objects }) => objects.map((object) => [object.uid, object] as const)));
  const toPath = (uid: string): string => {
    const [name, parent] = [shown.get(uid)?.name, parentUid(uid)];
    if (name === undefined) return getPath(analysis.before.graph, group.kind, uid);
    return parent === undefined ? name : `${toPath(parent)}/${name}`;
  };
  const describeValues = (values: Values | undefined): string | undefined => {
    const policy = values && readTrustPolicy(values, () => false);
    return policy && describe(policy, analysis.reachability);
  };
  return (kind, { uid, name, grant }) => {
    const word = kindInWords(getDeclaration(kind));
    if (grant === undefined) return name === undefined ? undefined : { kind: word, name: toPath(uid) };
    const who = grant.identity;
    const own = typeof who['uid'] === 'string' ? who['uid'] : '';
    const account = accountIn(who);
    const above = parentUid(own);
    const assumed =
      findAssumed(own, analysis) ??
      describeValues(shown.get(own)?.values) ??
      (above === undefined ? 'a person' : account && `tokens like those of ${toAccountText(account)}`);
    const label = textIn(who, 'name');
    const path = above === undefined || label === undefined ? own : `${toPath(above)}/${label}`;
    const person =
      above === undefined ? displayedPerson({ account, email: textIn(who, 'email'), name: label }) : undefined;
    const shownName = person ?? path;
    return {
      ...{ kind: word, name: `${shownName} is ${grant.role} in ${toPath(parentUid(uid) ?? '')}`, assumed },
      ...(grant.isOwner === true && { owner: shownName }),
    };
  };
}

function textIn(values: Values, name: string): string | undefined {
  const value = values[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}
