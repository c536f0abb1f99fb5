/** The addresses of all objects, and the look-ups and variables that references need. */
import { snakeCase } from '../../../model/api';
import { containerKind } from '../../../model/kinds';
import { kindInWords, typeName, type Declaration } from '../../../model/schema';
import { hclQuoted } from '../../../base/text/write-hcl';
import { apiText, call, code, text, type Expression } from '../../code/expressions';
import {
  adoptedObjects,
  existingGroups,
  getGroups,
  type AdoptedGroup,
  type AdoptedObject,
  type InnerGroup,
  type AdoptedOrganization,
  type Target,
} from '../../organization/model';
import { PERSON, type References } from './attributes';
import { getContents, getFamilies, type Family } from './families';
import { kindLabel, getLabel, Labels, ownLabel, personLabel } from './labels';

type Person = Extract<Target, { is: 'person' }>;

/** A family with the labels of its resources by key; the group has an empty key. */
export interface LabelledFamily extends Family {
  /** The name of its table. */
  readonly table: string;
  readonly labels: ReadonlyMap<string, string>;
}

/** The place of an object in the resources of a family. */
export interface FamilyRow {
  /** The address of its resource, without the key. */
  readonly resource: string;
  readonly key: string;
}

/** A variable for a secret. */
export interface Secret {
  readonly name: string;
  readonly description: string;
}

/** A configuration that exists, and to which this one is added. */
export interface ExistingConfiguration {
  /** Labels that are taken, with their types: `platform_group.payments`, `data.platform_role.viewer`, `var.group_uid`. */
  readonly taken: readonly string[];
  /** Returns the address of a resource or a data source with the uid, if this configuration can refer to it. */
  readonly getAddress: (type: string, uid: string) => string | undefined;
  /** The variable with the uid of the root. @default - the uid is written */
  readonly rootVariable?: string;
}

/** The variable with the uid of the root. */
export const ROOT_VARIABLE = 'group_uid';

const GROUP = typeName(containerKind);

const DATA_PERSON = 'data.platform_identity';

export class HclConfiguration {
  readonly families: readonly LabelledFamily[];
  /** The issuer that most people sign in with. */
  readonly issuer: string | undefined;
  /** The label of the data source with these people. */
  readonly person: string;
  private readonly root: AdoptedGroup;
  private readonly labels: Labels;
  private readonly existing: ExistingConfiguration | undefined;
  private readonly addresses = new Map<AdoptedObject | AdoptedGroup, string>();
  private readonly rows = new Map<AdoptedObject, FamilyRow>();
  private readonly roles = new Map<string, string>();
  private readonly subjects = new Set<string>();
  private readonly people = new Map<string, Person & { readonly label: string }>();
  private readonly secretNames = new Map<string, Secret>();

  constructor(organization: AdoptedOrganization, existing?: ExistingConfiguration) {
    const groups = existingGroups(organization);
    const objects = adoptedObjects(organization);
    this.existing = existing;
    this.root = organization.root;
    this.labels = new Labels(existing?.taken ?? []);
    this.issuer = issuerOfMost(objects);
    this.person = this.labels.take(DATA_PERSON, ['person', 'people'], 'person', this.issuer ?? '');
    const families = groups.flatMap((group) => getFamilies(group, this.issuer));
    const inFamilies = new Set(families.flatMap(({ groups }) => groups));
    this.labelGroups(groups, inFamilies);
    this.families = families.map((family) => this.labelFamily(family));
    for (const object of objects) if (!this.addresses.has(object)) this.labelObject(object);
  }

  /** Returns the address of an object. */
  address(object: AdoptedObject | AdoptedGroup): string {
    return this.addresses.get(object) ?? '';
  }

  /** Returns the place of an object in a family. */
  row(object: AdoptedObject): FamilyRow | undefined {
    return this.rows.get(object);
  }

  /** Returns the label of an object outside of families. */
  label(object: AdoptedObject): string {
    return this.address(object).split('.')[1] ?? '';
  }

  /** Returns the references of resources; those in a row of a family refer to objects of the same row. */
  references(row?: InnerGroup): References {
    return {
      getUid: (object) => {
        if (object.group === undefined) return this.existingGroup(object);
        const own = row !== undefined && isIn(object, row) ? this.rows.get(object as AdoptedObject) : undefined;
        return code(`${own === undefined ? this.address(object) : `${own.resource}[each.key]`}.uid`);
      },
      lookUp: (target, kind) => this.lookUp(target, kind),
      secret: (object, path) => code(`var.${this.secret(object, path).name}`),
    };
  }

  /** Returns true if the configuration contains only the uid of an object that it does not declare. */
  isByUid(uid: string, kind: Declaration): boolean {
    return this.existing?.getAddress(typeName(kind), uid) === undefined;
  }

  /** Returns the built-in roles that references use: labels by name. */
  usedRoles(): readonly (readonly [name: string, label: string])[] {
    return [...this.roles].sort(([a], [b]) => (a < b ? -1 : 1));
  }

  /** Returns the subjects of people who sign in with the issuer of most people. */
  usedSubjects(): readonly string[] {
    return [...this.subjects].sort();
  }

  /** Returns the other people, with their labels. */
  otherPeople(): readonly (Person & { readonly label: string })[] {
    return [...this.people.values()];
  }

  /** Returns the variables of secrets. */
  secrets(): readonly Secret[] {
    return [...this.secretNames.values()];
  }

  private lookUp(target: Exclude<Target, { is: 'adopted' }>, declaration: Declaration): Expression {
    if (target.is === 'builtIn') {
      const address = this.existing?.getAddress('data.platform_role', target.uid);
      if (address !== undefined) return code(`${address}.uid`);
      const label =
        this.roles.get(target.name) ??
        this.labels.take('data.platform_role', [getLabel(target.name)], 'role', target.uid);
      this.roles.set(target.name, label);
      return code(`data.platform_role.${label}.uid`);
    }
    if (target.is === 'other') {
      const known = this.existing?.getAddress(typeName(declaration), target.uid);
      return known === undefined ? text(target.uid) : code(`${known}.uid`);
    }
    const address = this.existing?.getAddress(DATA_PERSON, target.uid);
    if (address !== undefined) return code(`${address}.uid`);
    if (target.issuer === this.issuer) {
      this.subjects.add(target.subject);
      return call(PERSON, apiText(target.subject), code(`${DATA_PERSON}.${this.person}`));
    }
    const known = this.people.get(target.uid);
    const label = known?.label ?? this.labels.take(DATA_PERSON, [personLabel(target.subject)], 'someone', target.uid);
    if (known === undefined) this.people.set(target.uid, { ...target, label });
    return code(`data.platform_identity.${label}.uid`);
  }

  private secret(object: AdoptedObject, path: readonly string[]): Secret {
    const key = `${object.uid} ${path.join('.')}`;
    const known = this.secretNames.get(key);
    if (known !== undefined) return known;
    const name = this.labels.take('var', [`${getLabel(object.name)}_${snakeCase(path.at(-1) ?? '')}`], 'secret', key);
    const description = `The ${path.join('.')} of the ${kindInWords(object.declaration)} ${object.name}. The API never returns it.`;
    const secret = { name, description };
    this.secretNames.set(key, secret);
    return secret;
  }

  private existingGroup(group: AdoptedObject | AdoptedGroup): Expression {
    const address = this.existing?.getAddress(GROUP, group.uid);
    if (address !== undefined) return code(`${address}.uid`);
    const variable = this.existing === undefined ? ROOT_VARIABLE : this.existing.rootVariable;
    return group === this.root && variable !== undefined ? code(`var.${variable}`) : text(group.uid);
  }

  /** Returns the beginning of the labels of everything in a group; that of the root is empty. */
  private prefix(group: AdoptedGroup): string {
    if (group === this.root) return '';
    return `${group.group === undefined ? getLabel(group.name) : (this.address(group).split('.')[1] ?? '')}_`;
  }

  /** Groups near the root choose first. */
  private labelGroups(level: readonly AdoptedGroup[], inFamilies: ReadonlySet<InnerGroup>): void {
    const inner = level.flatMap((group) => getGroups(group).filter((innerGroup) => !inFamilies.has(innerGroup)));
    if (inner.length === 0) return;
    for (const group of inner) {
      const names = group.names.map(getLabel);
      const candidates = names.map((_, index) => names.slice(-1 - index).join('_'));
      this.addresses.set(group, `${GROUP}.${this.labels.take(GROUP, candidates, 'group', group.uid)}`);
    }
    this.labelGroups(inner, inFamilies);
  }

  private labelFamily(family: Family): LabelledFamily {
    const { parent, groups } = family;
    const prefix = this.prefix(parent);
    const team = this.labels.take(GROUP, [`${prefix}team`, `${prefix}team_group`], 'team', parent.uid);
    const labels = new Map([['', team]]);
    for (const group of groups) {
      this.setRow(group, `${GROUP}.${team}`, group.name);
      for (const [key, object] of getContents(group)) {
        const type = typeName(object.declaration);
        const label = labels.get(key) ?? this.labels.take(type, [`${team}_${key}`], 'team', `${parent.uid} ${key}`);
        labels.set(key, label);
        this.setRow(object, `${type}.${label}`, group.name);
      }
    }
    return { ...family, table: `${team}s`, labels };
  }

  private setRow(object: AdoptedObject, resource: string, key: string): void {
    this.addresses.set(object, `${resource}[${hclQuoted(key)}]`);
    this.rows.set(object, { resource, key });
  }

  private labelObject(object: AdoptedObject): void {
    const type = typeName(object.declaration);
    const prefix = this.prefix(object.group);
    const label = this.labels.take(type, [`${prefix}${ownLabel(object)}`], kindLabel(object.declaration), object.uid);
    this.addresses.set(object, `${type}.${label}`);
  }
}

function isIn(object: AdoptedObject | AdoptedGroup, group: InnerGroup): boolean {
  for (let one: AdoptedObject | AdoptedGroup | undefined = object; one !== undefined; one = one.group)
    if (one === group) return true;
  return false;
}

function issuerOfMost(objects: readonly AdoptedObject[]): string | undefined {
  const counts = new Map<string, number>();
  for (const { references } of objects)
    for (const target of Object.values(references))
      if (target.is === 'person') counts.set(target.issuer, (counts.get(target.issuer) ?? 0) + 1);
  const [most] = [...counts].sort(([one, a], [other, b]) => b - a || (one < other ? -1 : 1));
  return most?.[0];
}
