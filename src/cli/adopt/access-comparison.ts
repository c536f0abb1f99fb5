/** Compares the access before an adoption with the access that the plan leaves: nobody may gain or lose anything. */
import { createAccessGraph, diffAccess, type AccessInput, type GrantInput, type AccessRow } from '../../access/graph';
import { isWithin, type Values } from '../../model/api';
import { adoptableKinds, type ListedOrganization, type NotAdopted } from '../../adopt';
import { containerKind, getPlace, identity, role } from '../../model/kinds';
import { getFieldName, identifierField, kindInWords, typeName, type Declaration } from '../../model/schema';
import { counted, few } from '../../base/text/words';
import type { PlannedResource } from './planned-changes';

interface GraphObject {
  readonly declaration: Declaration;
  readonly uid: string;
  readonly values: Values;
}

/**
 * Returns a sentence for each difference in access, and for each object that is neither planned, nor managed
 * already, nor listed as not adopted. Objects that the plan creates have no uid, and prevent the comparison.
 */
export function accessDifferences(
  listed: ListedOrganization,
  planned: readonly PlannedResource[],
  notAdopted: readonly NotAdopted[],
  isManaged: (declaration: Declaration, uid: string) => boolean = () => false,
): string[] {
  const existing = [...listed.objects].flatMap(([declaration, objects]) =>
    objects.map((values): GraphObject => ({ declaration, uid: String(values['uid']), values })),
  );
  const resources = planned.flatMap(getObject);
  const created = resources.filter(({ uid }) => uid === '');
  if (created.length > 0)
    return [`Access is not compared: ${counted(created.length, 'planned object')} would get a uid only in the apply.`];
  const known = new Set(resources.map(key));
  const isAccounted = ({ declaration, uid, values }: GraphObject): boolean =>
    isManaged(declaration, uid) ||
    notAdopted.some(
      (one) =>
        (one.declaration === declaration && one.uid === uid) ||
        (one.declaration === containerKind && isWithin(getPlace(declaration, uid, values) ?? '', one.uid)),
    );
  const kept = existing.filter((object) => !known.has(key(object)) && isAccounted(object));
  const missing = existing.filter((object) => !known.has(key(object)) && !kept.includes(object));
  const graph = (objects: readonly GraphObject[]) => createAccessGraph(accessInput(listed, objects));
  const { gained, lost } = diffAccess(graph(existing), graph([...resources, ...kept]), { matchBy: 'key' });
  return [
    ...gained.map((row) => rowText('gains', row)),
    ...lost.map((row) => rowText('loses', row)),
    ...missing.map(({ declaration, uid }) => `The project does not contain the ${kindInWords(declaration)} ${uid}.`),
  ];
}

/** Attributes have the names of the API in snake case. */
function getObject({ type, values }: PlannedResource): GraphObject[] {
  const declaration = adoptableKinds.find((kind) => typeName(kind) === type);
  if (declaration === undefined) return [];
  const named = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [getFieldName(declaration, name), value]),
  );
  const uid = named[identifierField(declaration)];
  return [{ declaration, uid: typeof uid === 'string' ? uid : '', values: named }];
}

function accessInput({ root, builtInRoles }: ListedOrganization, objects: readonly GraphObject[]): AccessInput {
  const groups = [{ key: String(root['uid']), name: String(root['name']) }];
  const identities = [];
  const roles = builtInRoles.map(({ uid, name, capabilities }) => ({
    ...{ key: String(uid), name: String(name), capabilities: capabilities as readonly string[] },
    holdsUnknown: name === 'owner',
  }));
  const grants: GrantInput[] = [];
  for (const { declaration, uid, values } of objects) {
    const parent = getPlace(declaration, uid, values);
    const name = String(values['name']);
    if (declaration === containerKind) groups.push({ key: uid, name, ...(parent !== undefined && { parent }) });
    else if (declaration === identity) identities.push({ key: uid, name, group: parent });
    else if (declaration === role)
      roles.push({
        key: uid,
        name,
        holdsUnknown: false,
        capabilities: values['capabilities'] as readonly string[],
        ...{ group: parent },
      });
    else if (parent !== undefined) grants.push(...getGrants(declaration, uid, parent, values));
  }
  const known = new Set(roles.map((one) => one.key));
  // A role above the group of the project: its capabilities are unknown, and the same on both sides.
  for (const { role: uid } of grants)
    if (!known.has(uid)) {
      known.add(uid);
      roles.push({ key: uid, name: uid, holdsUnknown: false, capabilities: [`role.${uid.slice(-16)}`] });
    }
  return { groups, identities, roles, grants };
}

/** Every object that names a role gives it in its group: to one identity, or to anyone who meets a condition. */
function getGrants(
  { access, fields, terraform }: Declaration,
  uid: string,
  group: string,
  values: Values,
): GrantInput[] {
  const field = Object.keys(fields).find((name) => {
    const { type } = fields[name] ?? {};
    return type?.is === 'string' && type.refersTo === role.kind;
  });
  if (field === undefined) return [];
  const given = { key: `${terraform?.type ?? ''} ${uid}`, role: String(values[field]), group };
  if (access?.grants !== undefined) return [{ ...given, identity: String(values[access.grants.to]) }];
  const source = terraform?.type as 'group_invite' | 'identity_provider' | 'external_group_role_mapping';
  return [{ ...given, source }];
}

function key({ declaration, uid }: GraphObject): string {
  return `${declaration.kind} ${uid}`;
}

function rowText(verb: string, { identity: who, group, capabilities }: AccessRow): string {
  return `${who} ${verb} ${counted(capabilities.length, 'capability')} in ${group}: ${few(capabilities)}.`;
}
