/** The groups of an organization as the data of `Organization.fromFile`. */
import { isUid } from '../../../model/api';
import { groupInvite, identity, role, roleBinding } from '../../../model/kinds';
import { toAccountName } from '../../../base/text/terraform-name';
import { derivedId } from '../../naming/derived-ids';
import type { Keys } from '../../naming/keys';
import {
  getGroups,
  groupsWithin,
  getMembers,
  type AdoptedGroup,
  type AdoptedObject,
  type AdoptedOrganization,
  type Target,
} from '../../organization/model';
import type { ToTrust } from '../typescript/scope';

/** A value of YAML. Keys of maps can be any text. */
export type DataValue = string | number | boolean | readonly DataValue[] | ReadonlyMap<string, DataValue>;

/** The data of the root group, and the access that it cannot contain: statements of the program. */
export interface OrganizationData {
  readonly data: ReadonlyMap<string, DataValue>;
  readonly others: readonly AdoptedObject[];
}

/** The lifetime of an invite in data, unless it names another. */
const DEFAULT_LIFETIME = '604800s';

/** Returns the data of everything in the root group. */
export function organizationData({ root }: AdoptedOrganization, keys: Keys, toTrust: ToTrust): OrganizationData {
  const groups = new Map(groupsWithin(root).map((group) => [group, new GroupContents(group, root, keys)]));
  const others = [...groups].flatMap(([group, contents]) =>
    [...getMembers(group, roleBinding), ...getMembers(group, groupInvite)].filter((member) => !contents.add(member)),
  );
  const toData = (group: AdoptedGroup): Map<string, DataValue> => {
    const contents = groups.get(group);
    const keyed = (objects: readonly AdoptedObject[], toValue: (object: AdoptedObject) => Map<string, DataValue>) =>
      new Map(objects.map((object) => [keys.of(object), toValue(object)]));
    return given({
      ...(group.group !== undefined && Object.fromEntries(getFields(group, keys))),
      roles: keyed(getMembers(group, role), (member) => getFields(member, keys)),
      people: contents?.people ?? new Map(),
      identities: keyed(getMembers(group, identity), (member) => {
        const held = contents?.roles.get(member) ?? [];
        return new Map([...identityFields(member, keys, toTrust), ...given({ roles: held })]);
      }),
      groups: new Map(getGroups(group).map((inner) => [keys.of(inner), toData(inner)])),
      grants: contents?.grants() ?? [],
    });
  };
  return { data: toData(root), others };
}

/** The access in one group. */
class GroupContents {
  readonly people = new Map<string, DataValue[]>();
  readonly roles = new Map<AdoptedObject, DataValue[]>();
  private readonly granted = new Map<string, string[]>();
  private readonly group: AdoptedGroup;
  private readonly root: AdoptedGroup;
  private readonly keys: Keys;

  constructor(group: AdoptedGroup, root: AdoptedGroup, keys: Keys) {
    this.group = group;
    this.root = root;
    this.keys = keys;
  }

  /** Adds a role binding or an invite. Returns false if the data cannot contain it. */
  add(object: AdoptedObject): boolean {
    const { declaration, values, references } = object;
    const name = this.role(references['roleUid']);
    const { email, singleUse, ttl = DEFAULT_LIFETIME } = values;
    if (name === undefined) return false;
    if (declaration === groupInvite && singleUse !== true) return false;
    if (!this.keys.takeDerived(object, derivedId(object, this.keys, toAccountName))) return false;
    const target = references['identityUid'];
    if (typeof email === 'string') {
      this.addPerson(
        name,
        ttl === DEFAULT_LIFETIME
          ? email
          : new Map([
              ['email', email],
              ['ttl', String(ttl)],
            ]),
      );
    } else if (target?.is === 'person') {
      this.addPerson(
        name,
        new Map([
          ['issuer', target.issuer],
          ['subject', target.subject],
        ]),
      );
    } else if (target?.is === 'adopted' && target.object.group === this.group) {
      this.roles.set(target.object, [...(this.roles.get(target.object) ?? []), name]);
    } else {
      const text = target?.is === 'adopted' ? this.keys.path(target.object, this.root) : (target?.uid ?? '');
      this.granted.set(name, [...(this.granted.get(name) ?? []), text]);
    }
    return true;
  }

  grants(): DataValue[] {
    return [...this.granted].map(([name, identities]) => {
      const [only = ''] = identities;
      return new Map<string, DataValue>([
        ['role', name],
        identities.length === 1 ? ['identity', only] : ['identities', identities],
      ]);
    });
  }

  private addPerson(name: string, person: DataValue): void {
    this.people.set(name, [...(this.people.get(name) ?? []), person]);
  }

  /** Returns a role as data. A role is not in scope if a group between them has a role of the same key. */
  private role(target: Target | undefined): string | undefined {
    if (target?.is === 'builtIn') return target.name;
    if (target?.is !== 'adopted') return isUid(target?.uid) ? target.uid : undefined;
    const { object } = target;
    const key = this.keys.of(object);
    for (let group: AdoptedGroup | undefined = this.group; group !== undefined; group = group.group)
      if (getMembers(group, role).some((other) => this.keys.of(other) === key))
        return group === object.group ? key : undefined;
    return undefined;
  }
}

/** Returns the fields of an object, without a name that is also its key. */
function getFields(object: AdoptedObject | AdoptedGroup, keys: Keys): Map<string, DataValue> {
  const entries = Object.entries(object.values).filter(
    ([field, value]) => field !== 'name' || value !== keys.of(object),
  );
  return new Map(entries.map(([field, value]) => [field, dataValue(value)]));
}

/** Returns the fields of an identity, with the workloads that may assume it in the words of their platform. */
function identityFields(object: AdoptedObject, keys: Keys, toTrust: ToTrust): Map<string, DataValue> {
  const fields = getFields(object, keys);
  const trust = toTrust(object);
  if (trust === undefined) return fields;
  fields.delete('claimMatch');
  fields.delete('awsIdentity');
  return fields.set('assumedBy', new Map([[trust.platform, dataValue(trust.props)]]));
}

function dataValue(value: unknown): DataValue {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  if (Array.isArray(value)) return value.map(dataValue);
  return new Map(Object.entries(value as object).map(([key, inner]) => [key, dataValue(inner)]));
}

/** Returns the entries that have contents. */
function given(entries: Readonly<Record<string, DataValue>>): Map<string, DataValue> {
  const isEmpty = (value: DataValue) =>
    value instanceof Map ? value.size === 0 : Array.isArray(value) && value.length === 0;
  return new Map(Object.entries(entries).filter(([, value]) => !isEmpty(value)));
}
