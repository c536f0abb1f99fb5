/** A group with its contents as the data of a `Team`. */
import { BUILT_IN_ROLES } from '../../../model/api';
import { groupInvite, identity as identityKind, role as roleKind, roleBinding } from '../../../model/kinds';
import {
  apiText,
  list,
  literal,
  record,
  toRecord,
  text,
  type RecordEntry,
  type Expression,
  type RecordExpression,
} from '../../code/expressions';
import {
  getGroups,
  getMembers,
  type AdoptedGroup,
  type AdoptedObject,
  type InnerGroup,
  type Target,
} from '../../organization/model';
import { toAccountName } from '../../../base/text/terraform-name';
import { identityProps, getProps } from './identity-data';
import { getTopGroup, type CodeScope } from './scope';

/** Data with the bindings and invites that it cannot contain: they are statements of their own. */
export interface WrittenGroupData {
  readonly data: RecordExpression;
  readonly others: readonly AdoptedObject[];
}

/** The lifetime that an invite has in data, unless it names another. */
export const DEFAULT_LIFETIME = '604800s';

/** Built-in roles, the largest one first. */
const RANK = [...BUILT_IN_ROLES].sort((a, b) => b.capabilities.length - a.capabilities.length).map(({ name }) => name);

/** Returns the data of a group and of all groups in it. */
export function groupData(group: InnerGroup, scope: CodeScope): WrittenGroupData {
  const others: AdoptedObject[] = [];
  return { data: toData(group, scope, others), others };
}

function toData(group: InnerGroup, scope: CodeScope, others: AdoptedObject[]): RecordExpression {
  const contents = new Contents(group, scope);
  for (const object of [...getMembers(group, roleBinding), ...getMembers(group, groupInvite)])
    if (!contents.add(object)) others.push(object);
  const keyed = <T extends AdoptedObject>(objects: readonly T[], toValue: (one: T) => RecordExpression) =>
    objects.length === 0
      ? undefined
      : toRecord(objects.map((object) => ({ key: scope.keys.of(object), value: toValue(object) })));
  const parts = record({
    roles: keyed(getMembers(group, roleKind), (member) => toRecord(getProps(member, scope))),
    people: contents.people(),
    identities: keyed(getMembers(group, identityKind), (member) => contents.identity(member)),
    grants: contents.grants(),
    groups: keyed(getGroups(group), (innerGroup) => toData(innerGroup, scope, others)),
  });
  return {
    is: 'record',
    entries: [...getProps(group, scope), ...parts.entries],
    declares: { what: 'team', type: 'GroupData', group: group.name },
  };
}

interface Grant {
  readonly identity: Expression;
  readonly comment: string | undefined;
}

/** The access in one group, as data. */
class Contents {
  private readonly byRole = new Map<string, Expression[]>();
  private readonly rolesByObject = new Map<AdoptedObject, Expression[]>();
  private readonly grantsByRole = new Map<string, { readonly role: Expression; readonly grants: Grant[] }>();

  private readonly group: InnerGroup;
  private readonly scope: CodeScope;

  constructor(group: InnerGroup, scope: CodeScope) {
    this.group = group;
    this.scope = scope;
  }

  /** Adds a binding or an invite. Returns false if data cannot contain it. */
  add(object: AdoptedObject): boolean {
    const role = this.role(object.references['roleUid']);
    if (role === undefined) return false;
    const addition =
      object.declaration === groupInvite
        ? this.invite(object, role)
        : this.grant(object.references['identityUid'], role);
    if (addition === undefined || !this.scope.takeDerived(object, toAccountName)) return false;
    addition();
    return true;
  }

  /** Returns a function that adds a binding; undefined if data cannot contain it. */
  private grant(target: Target | undefined, role: Expression): (() => void) | undefined {
    if (target?.is === 'person') return this.person(role, this.scope.personData(target));
    const granted = (identity: Expression, comment?: string) => () => this.addGrant(role, { identity, comment });
    if (target?.is === 'other' && target.stack !== undefined)
      return granted(this.scope.otherObject(identityKind, target));
    if (target?.is !== 'adopted')
      return granted(text(target?.uid ?? ''), target !== undefined && 'name' in target ? target.name : undefined);
    const { object: identity } = target;
    if (identity.group === this.group)
      return () => this.rolesByObject.set(identity, [...(this.rolesByObject.get(identity) ?? []), role]);
    if (identity.group.group === undefined) return granted(this.scope.getVariable(identity));
    const top = getTopGroup(this.group);
    return getTopGroup(identity.group) === top ? granted(text(this.scope.keys.path(identity, top))) : undefined;
  }

  identity(identity: AdoptedObject): RecordExpression {
    const roles = (this.rolesByObject.get(identity) ?? []).sort(byRank);
    const entries = identityProps(identity, this.scope);
    const key = this.scope.keys.of(identity);
    return {
      is: 'record',
      entries: roles.length === 0 ? entries : [...entries, { key: 'roles', value: list(roles) }],
      declares: { what: key, type: 'IdentityData', group: this.group.name },
    };
  }

  people(): Expression | undefined {
    if (this.byRole.size === 0) return undefined;
    const entries = [...this.byRole].sort(([a], [b]) => rank(a) - rank(b));
    return toRecord(entries.map(([key, people]): RecordEntry => ({ key, value: this.mapped(people) })));
  }

  grants(): Expression | undefined {
    if (this.grantsByRole.size === 0) return undefined;
    return list(
      [...this.grantsByRole.values()].flatMap(({ role, grants }) => {
        const plain = grants.filter(({ comment }) => comment === undefined);
        const identities = plain.map(({ identity }) => identity);
        const [only] = identities;
        const together =
          only === undefined
            ? []
            : [record({ role, ...(identities.length === 1 ? { identity: only } : { identities: list(identities) }) })];
        const commented = grants.flatMap(({ identity, comment }): RecordExpression[] =>
          comment === undefined
            ? []
            : [{ ...record({ role, identity }), comment: `${comment}, which this project does not manage` }],
        );
        return [...together, ...commented];
      }),
    );
  }

  /** Returns a role as data: a name, a key of a role in the data, or the variable of a role in the root. */
  private role(target: Target | undefined): Expression | undefined {
    if (target?.is === 'builtIn') return text(target.name);
    if (target?.is === 'other') return this.scope.otherObject(roleKind, target);
    if (target?.is !== 'adopted') return text(target?.uid ?? '');
    const { object } = target;
    if (object.group.group === undefined) return this.scope.getVariable(object);
    const key = this.scope.keys.of(object);
    return definingGroup(this.group, key, this.scope) === object.group ? text(key) : undefined;
  }

  private invite({ values }: AdoptedObject, role: Expression): (() => void) | undefined {
    const { singleUse, ttl = DEFAULT_LIFETIME } = values;
    if (singleUse !== true) return undefined;
    const email = apiText(String(values['email']));
    return this.person(role, ttl === DEFAULT_LIFETIME ? email : record({ email, ttl: literal(ttl) }));
  }

  /** A key of `people` is a text, so it cannot be a variable or a uid. */
  private person(role: Expression, person: Expression): (() => void) | undefined {
    if (role.is !== 'text' || role.value.length >= 40) return undefined;
    return () => this.byRole.set(role.value, [...(this.byRole.get(role.value) ?? []), person]);
  }

  private addGrant(role: Expression, grant: Grant): void {
    const key = JSON.stringify(role);
    const known = this.grantsByRole.get(key);
    if (known === undefined) this.grantsByRole.set(key, { role, grants: [grant] });
    else known.grants.push(grant);
  }

  /** Returns the list in its short form if all people sign in with the same issuer. */
  private mapped(people: readonly Expression[]): Expression {
    // A call is a person of the issuer that has the helper.
    const [by, ...others] = new Set(people.map((person) => (person.is === 'call' ? person.callee : undefined)));
    const subjects = people.flatMap((person) => {
      const [subject] = person.is === 'call' ? person.arguments : [];
      return subject?.is === 'text' ? [subject.value] : [];
    });
    return by === undefined || others.length > 0 ? list(people) : { is: 'mapped', by, items: subjects };
  }
}

/** Returns the group that defines the role of a key which is valid in the group: the nearest one above, in the same data. */
function definingGroup(group: AdoptedGroup, key: string, scope: CodeScope): AdoptedGroup | undefined {
  for (
    let adoptedGroup: AdoptedGroup | undefined = group;
    adoptedGroup?.group !== undefined;
    adoptedGroup = adoptedGroup.group
  )
    if (getMembers(adoptedGroup, roleKind).some((role) => scope.keys.of(role) === key)) return adoptedGroup;
  return undefined;
}

function byRank(a: Expression, b: Expression): number {
  const key = (role: Expression) => (role.is === 'text' ? rank(role.value) : RANK.length + 1);
  return key(a) - key(b);
}

function rank(role: string): number {
  const index = RANK.indexOf(role);
  return index < 0 ? RANK.length : index;
}
