/** The names and imports of a project: every file uses the same names for the same objects. */
import { group, identity, identityProvider, role } from '../../../model/kinds';
import { kindInWords, type Declaration } from '../../../model/schema';
import { apiText, code, call, record, text, type Expression } from '../../code/expressions';
import { shortHash, toAccountName } from '../../../base/text/terraform-name';
import { Identifiers } from '../../naming/identifiers';
import { derivedId, type PersonLabel } from '../../naming/derived-ids';
import { Keys } from '../../naming/keys';
import {
  adoptedObjects,
  type AdoptedGroup,
  type AdoptedObject,
  type AdoptedOrganization,
  type Target,
} from '../../organization/model';

export type Person = Extract<Target, { is: 'person' }>;
type Other = Extract<Target, { is: 'other' }>;

/** Returns the trust of an identity as a platform and its props; undefined if only the fields of the API describe it. */
export type ToTrust = (
  identity: AdoptedObject,
) => { readonly platform: string; readonly props: Readonly<Record<string, unknown>> } | undefined;

/** The place of a program in its project. */
export interface ProgramPlace {
  /** The folder of its files. */
  readonly folder: string;
  readonly stack: string;
  /** True if the project has a function that creates its stacks, in the folder above. */
  readonly isOneOfMany: boolean;
}

/** The place of a program with the only stack of its project. */
export const ONLY_STACK: ProgramPlace = { folder: 'organization', stack: 'organization', isOneOfMany: false };

/** A constant for an object that another stack of the project manages. */
export interface OfOtherStack {
  readonly name: string;
  readonly declaration: Declaration;
  readonly target: Other;
}

/** A variable of the program: the type in the signature of a function that receives it. */
export interface Variable {
  readonly name: string;
  readonly type: string;
}

/** Classes of the constructs by kind: the types of variables. */
const TYPES = new Map<Declaration, string>([
  [group, 'Team'],
  [identity, 'Identity'],
  [role, 'Role'],
  [identityProvider, 'IdentityProvider'],
]);

export class CodeScope {
  readonly names: Identifiers;
  readonly keys: Keys;
  readonly root: Variable;
  /** The helper for people of the issuer that most of them sign in with. */
  readonly person: { readonly name: string; readonly issuer: string } | undefined;
  readonly toTrust: ToTrust;
  private readonly variables = new Map<AdoptedObject | AdoptedGroup, Variable>();
  private readonly people = new Map<string, Variable & { readonly person: Person }>();
  private readonly secretNames = new Map<string, Variable>();
  private readonly constants = new Map<string, OfOtherStack>();

  /** `reserved`: names that the code declares in every organization. */
  constructor(organization: AdoptedOrganization, toTrust: ToTrust, reserved: readonly string[] = []) {
    this.names = new Identifiers(reserved);
    const { root } = organization;
    const targets = adoptedObjects(organization).flatMap(({ references }) => Object.values(references));
    const people = targets.filter((target) => target.is === 'person');
    this.root = { name: this.names.name([idInStack(root.name)], 'root'), type: 'IGroup' };
    this.keys = new Keys(root, this.root.name);
    this.toTrust = toTrust;
    const issuer = mostFrequent(people.map((person) => person.issuer));
    this.person = issuer === undefined ? undefined : { name: this.names.name(['person'], 'person'), issuer };
  }

  /** Returns the variable of an object directly in the root. */
  variable(object: AdoptedObject | AdoptedGroup): Variable {
    if (object.group === undefined) return this.root;
    const known = this.variables.get(object);
    if (known !== undefined) return known;
    const word = kindInWords(object.declaration);
    const name = this.names.name([object.name, `${object.name}-${word}`], word.split(' ').at(-1) ?? 'object');
    const variable = { name, type: TYPES.get(object.declaration) ?? 'never' };
    this.variables.set(object, variable);
    return variable;
  }

  /** Returns the variable of an object directly in the root as an expression. */
  getVariable(object: AdoptedObject): Expression {
    const { name, type } = this.variable(object);
    return { is: 'code', code: name, type };
  }

  /** Returns true if code refers to the variable of an object. */
  isUsed(object: AdoptedObject): boolean {
    return this.variables.has(object);
  }

  /** Returns the variable of a person, for code that needs a construct. */
  personVariable(person: Person): Variable {
    const known = this.people.get(person.uid);
    if (known !== undefined) return known;
    const [local = ''] = person.subject.split('@');
    const isName = /^[A-Za-z][A-Za-z0-9._-]{0,30}$/.test(local);
    const hashed = `${isName ? local : 'someone'}-${shortHash(toAccountName(person))}`;
    const name = this.names.name([...(isName ? [idInStack(local)] : []), hashed], 'someone');
    const variable = { name, type: 'IIdentity', person };
    this.people.set(person.uid, variable);
    return variable;
  }

  /**
   * Reserves the address that the constructs derive for a binding or an invite. Returns false if another object has this address.
   * Then the code must set an id.
   */
  takeDerived(object: AdoptedObject, label: PersonLabel = (person) => this.personVariable(person).name): boolean {
    return this.keys.takeDerived(object, derivedId(object, this.keys, label));
  }

  /** Returns the people that have variables. */
  declaredPeople(): readonly (Variable & { readonly person: Person })[] {
    return [...this.people.values()];
  }

  /** Returns the variable of a secret of an object. */
  secret(object: AdoptedObject, what: string): Variable {
    const key = `${object.uid} ${what}`;
    const known = this.secretNames.get(key);
    if (known !== undefined) return known;
    const variable = { name: this.names.name([`${object.name}-${what}`], 'secret'), type: 'TerraformVariable' };
    this.secretNames.set(key, variable);
    return variable;
  }

  /** Returns the variables of secrets. */
  secrets(): readonly Variable[] {
    return [...this.secretNames.values()];
  }

  /** Returns an object that the program does not declare: a constant if another stack manages it, or its uid. */
  otherObject(declaration: Declaration, target: Other): Expression {
    if (target.stack === undefined) return text(target.uid);
    const key = `${declaration.kind} ${target.uid}`;
    const known = this.constants.get(key);
    if (known !== undefined) return code(known.name);
    const path = (target.name ?? '').split('/');
    const word = kindInWords(declaration);
    const candidates = [path.slice(-1), path.slice(-2), [...path, word]].map((names) => names.join('-'));
    const name = this.names.name(candidates, word.split(' ').at(-1) ?? 'object');
    this.constants.set(key, { name, declaration, target });
    return code(name);
  }

  /** Returns the constants for objects of other stacks. */
  otherStackConstants(): readonly OfOtherStack[] {
    return [...this.constants.values()];
  }

  /** Returns a person in data: a call of the helper, or both fields. */
  personData({ issuer, subject }: Person): Expression {
    if (this.person?.issuer === issuer) return call(this.person.name, apiText(subject));
    return record({ issuer: apiText(issuer), subject: apiText(subject) });
  }

  /** Returns a group: its variable, or its path from the group in the root. */
  groupArgument(group: AdoptedGroup): Expression {
    const top = getTopGroup(group);
    const { name } = this.variable(top);
    return top === group ? code(name) : call(`${name}.group`, text(this.keys.path(group, top)));
  }

  /** Returns an identity as an argument. */
  identityArgument(target: Target | undefined): Expression {
    if (target?.is === 'person') return code(this.personVariable(target).name);
    if (target?.is === 'other') return this.otherObject(identity, target);
    if (target?.is !== 'adopted') return text(target?.uid ?? '');
    return this.member(target.object, 'identity');
  }

  /** Returns a role as an argument of a method that accepts a built-in role by name, and any other as an object. */
  roleArgument(target: Target | undefined): Expression {
    if (target?.is === 'builtIn') return text(target.name);
    if (target?.is === 'adopted') return this.member(target.object, 'role');
    if (target?.is === 'other' && target.stack !== undefined) return this.otherObject(role, target);
    return record({ kind: text(role.kind), uid: text(target?.uid ?? '') });
  }

  private member(object: AdoptedObject, method: string): Expression {
    const top = getTopGroup(object.group);
    if (object.group.group === undefined) return code(this.variable(object).name);
    return call(`${this.variable(top).name}.${method}`, text(this.keys.path(object, top)));
  }
}

/** Returns the group directly in the root that contains a group, or the root. */
export function getTopGroup(group: AdoptedGroup): AdoptedGroup {
  let top = group;
  while (top.group?.group !== undefined) top = top.group;
  return top;
}

/** The provider of a stack has the id `platform`. */
function idInStack(name: string): string {
  return name.toLowerCase() === 'platform' ? `${name}-group` : name;
}

/** Returns the most frequent text, if it occurs more than once. */
function mostFrequent(texts: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  const [most] = [...counts].sort(([one, a], [other, b]) => b - a || (one < other ? -1 : 1));
  return most !== undefined && most[1] > 1 ? most[0] : undefined;
}
