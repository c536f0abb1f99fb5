/** The addresses of all objects, and the look-ups and variables that references need. */
import { snakeCase } from '../../../api';
import { containerKind } from '../../../resources';
import { kindInWords, typeName } from '../../../schema';
import { hclQuoted } from '../../../text/hcl';
import { apiText, call, code, text, type Expression } from '../../code/expressions';
import {
  adoptedObjects,
  groupsOf,
  type AdoptedGroup,
  type AdoptedObject,
  type InnerGroup,
  type Organization,
  type Target,
} from '../../organization/model';
import { PERSON, type References } from './attributes';
import { contentsOf, familiesOf, type Family } from './families';
import { kindLabel, labelOf, Labels, ownLabel, personLabel } from './labels';

type Person = Extract<Target, { is: 'person' }>;

/** A family with the labels of its resources by key; the group has an empty key. */
export interface LabelledFamily extends Family {
  /** The name of its table. */
  readonly table: string;
  readonly labels: ReadonlyMap<string, string>;
}

/** A variable for a secret. */
export interface Secret {
  readonly name: string;
  readonly description: string;
}

/** The variable with the uid of the root. */
export const ROOT_VARIABLE = 'group_uid';

const GROUP = typeName(containerKind);

export class Configuration {
  readonly families: readonly LabelledFamily[];
  /** The issuer that most people sign in with. */
  readonly issuer: string | undefined;
  private readonly labels: Labels;
  private readonly addresses = new Map<AdoptedObject | AdoptedGroup, string>();
  /** Addresses in the resources of a family. */
  private readonly rowAddresses = new Map<AdoptedObject, string>();
  private readonly roles = new Map<string, string>();
  private readonly subjects = new Set<string>();
  private readonly people = new Map<string, Person & { readonly label: string }>();
  private readonly secretNames = new Map<string, Secret>();

  constructor({ root, ...organization }: Organization) {
    const objects = adoptedObjects({ root, ...organization });
    this.labels = new Labels(objects.length === 0 ? [] : [`data.${PERSON}`]);
    this.issuer = issuerOfMost(objects);
    const families = familiesOf(root, this.issuer);
    const inFamilies = new Set(families.flatMap(({ groups }) => groups));
    this.labelGroups([root], inFamilies);
    this.families = families.map((family) => this.labelFamily(family));
    for (const object of objects) if (!this.addresses.has(object)) this.labelObject(object);
  }

  /** Returns the address of an object. */
  address(object: AdoptedObject | AdoptedGroup): string {
    return this.addresses.get(object) ?? '';
  }

  /** Returns the label of an object outside of families. */
  label(object: AdoptedObject): string {
    return this.address(object).split('.')[1] ?? '';
  }

  /** Returns the references of resources; those in a row of a family refer to objects of the same row. */
  references(row?: InnerGroup): References {
    return {
      uidOf: (object) => {
        if (object.group === undefined) return code(`var.${ROOT_VARIABLE}`);
        const own = row !== undefined && isIn(object, row) ? this.rowAddresses.get(object as AdoptedObject) : undefined;
        return code(`${own ?? this.address(object)}.uid`);
      },
      lookUp: (target) => this.lookUp(target),
      secret: (object, path) => code(`var.${this.secret(object, path).name}`),
    };
  }

  /** Returns the built-in roles that references use: labels by name. */
  usedRoles(): readonly (readonly [name: string, label: string])[] {
    return [...this.roles].sort(([one], [other]) => (one < other ? -1 : 1));
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

  private lookUp(target: Exclude<Target, { is: 'adopted' }>): Expression {
    if (target.is === 'builtIn') {
      const label = this.roles.get(target.name) ?? this.labels.take('role', [labelOf(target.name)], 'role');
      this.roles.set(target.name, label);
      return code(`data.platform_role.${label}.uid`);
    }
    if (target.is === 'other') return text(target.uid);
    if (target.issuer === this.issuer) {
      this.subjects.add(target.subject);
      return call(PERSON, apiText(target.subject));
    }
    const known = this.people.get(target.uid);
    const label = known?.label ?? this.labels.take('data', [personLabel(target.subject)], 'someone');
    if (known === undefined) this.people.set(target.uid, { ...target, label });
    return code(`data.platform_identity.${label}.uid`);
  }

  private secret(object: AdoptedObject, path: readonly string[]): Secret {
    const key = `${object.uid} ${path.join('.')}`;
    const known = this.secretNames.get(key);
    if (known !== undefined) return known;
    const name = this.labels.take('var', [`${labelOf(object.name)}_${snakeCase(path.at(-1) ?? '')}`], 'secret');
    const description = `The ${path.join('.')} of the ${kindInWords(object.declaration)} ${object.name}. The API never returns it.`;
    const secret = { name, description };
    this.secretNames.set(key, secret);
    return secret;
  }

  /** Groups near the root choose first. */
  private labelGroups(level: readonly AdoptedGroup[], inFamilies: ReadonlySet<InnerGroup>): void {
    const inner = level.flatMap((group) => groupsOf(group).filter((one) => !inFamilies.has(one)));
    if (inner.length === 0) return;
    for (const group of inner) {
      const names = group.names.map(labelOf);
      const candidates = names.map((_, index) => names.slice(-1 - index).join('_'));
      this.addresses.set(group, `${GROUP}.${this.labels.take(GROUP, candidates, 'group')}`);
    }
    this.labelGroups(inner, inFamilies);
  }

  private labelFamily(family: Family): LabelledFamily {
    const { parent, groups } = family;
    const prefix = parent.group === undefined ? '' : `${this.address(parent).split('.')[1] ?? ''}_`;
    const team = this.labels.take(GROUP, [`${prefix}team`, `${prefix}team_group`], 'team');
    const labels = new Map([['', team]]);
    for (const group of groups) {
      this.setRow(group, `${GROUP}.${team}`, group.name);
      for (const [key, object] of contentsOf(group)) {
        const type = typeName(object.declaration);
        const label = labels.get(key) ?? this.labels.take(type, [`${team}_${key}`], 'team');
        labels.set(key, label);
        this.setRow(object, `${type}.${label}`, group.name);
      }
    }
    return { ...family, table: `${team}s`, labels };
  }

  private setRow(object: AdoptedObject, address: string, row: string): void {
    this.addresses.set(object, `${address}[${hclQuoted(row)}]`);
    this.rowAddresses.set(object, `${address}[each.key]`);
  }

  private labelObject(object: AdoptedObject): void {
    const type = typeName(object.declaration);
    const { group } = object;
    const prefix = group.group === undefined ? '' : `${this.address(group).split('.')[1] ?? ''}_`;
    const label = this.labels.take(type, [`${prefix}${ownLabel(object)}`], kindLabel(object.declaration));
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
