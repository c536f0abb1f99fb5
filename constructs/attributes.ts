/**
 * From props to Terraform attributes, and what is wrong with props, for any declaration. Names are converted one declared
 * field at a time: keys of maps are data and pass through. Values that only Terraform will know (tokens) pass through too.
 */
import { Token } from 'cdktf';
import { snakeCase } from '../src/api';
import { group } from '../src/resources';
import {
  behaves,
  checkFields,
  isInput,
  string,
  type Declaration,
  type Field,
  type Fields,
  type FieldType,
} from '../src/schema';
import { noParent, uidOf } from './reference';

export type Values = Readonly<Record<string, unknown>>;

/** What the props call a reference to another object: `group` for `groupUid`. */
export function referenceName(field: string): string {
  return field.replace(/Uid$/, '');
}

/** The fields that a resource's props may set, by their name in the API; its parent is the first of them. */
export function propFields({ parent, fields }: Declaration): Fields {
  return {
    ...(parent && { [parent.name]: string(['optional'], parent.description, { format: 'uid', refersTo: group.kind }) }),
    ...Object.fromEntries(
      Object.entries(fields).filter(([, field]) => isInput(field) && field.notInTerraform === undefined),
    ),
  };
}

/** The fields' values among the props, references as uids. */
export function fieldValues(fields: Fields, props: Values): Values {
  const values: Record<string, unknown> = {};
  for (const [name, { type }] of Object.entries(fields)) {
    const value = props[propName(name, type)];
    if (value !== undefined && value !== noParent) values[name] = refers(type) ? uidOf(value) : value;
  }
  return values;
}

/** Attributes as Terraform spells them. */
export function attributes(fields: Fields, values: Values): Record<string, unknown> {
  const named: Record<string, unknown> = {};
  for (const [name, { type }] of Object.entries(fields)) {
    if (values[name] !== undefined) named[snakeCase(name)] = attribute(type, values[name]);
  }
  return named;
}

/** The same for `cdktf synth --hcl`: what CDKTF must be told so that nested values are attributes, never blocks. */
export function asHcl(named: Values): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(named)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, { value, isBlock: false, type: 'any', storageClassType: '' }]),
  );
}

/** Everything that is wrong with the values, a sentence each, in the words of the props. */
export function problems(fields: Fields, rules: Declaration['rules'], values: Values): string[] {
  const spell = (name: string): string => propName(name, fields[name]?.type);
  const violations = checkFields(fields, rules ?? [], values, { isUnknown, spell });
  return [
    ...violations.map(({ path, problem }) => sentence(path, problem, spell, fields, values)),
    ...undeclared(fields, values),
  ];
}

/** Whether only Terraform will know the value: a token, or text with an expression in it. */
export function isUnknown(value: unknown): boolean {
  return Token.isUnresolved(value) || (typeof value === 'string' && /[$%]\{/.test(value));
}

function propName(field: string, type: FieldType | undefined): string {
  return refers(type) ? referenceName(field) : field;
}

function refers(type: FieldType | undefined): boolean {
  return type?.is === 'string' && type.refersTo !== undefined;
}

function attribute(type: FieldType, value: unknown): unknown {
  if (isUnknown(value)) return value;
  if (type.is === 'message' && isObject(value)) return attributes(type.fields, value);
  if (type.is === 'list' && Array.isArray(value)) return value.map((element) => attribute(type.of, element));
  return value;
}

function sentence(
  path: readonly (string | number)[],
  problem: string,
  spell: (name: string) => string,
  fields: Fields,
  values: Values,
): string {
  const [top, ...rest] = path;
  if (top === undefined) return problem;
  const place = [spell(String(top)), ...rest.map((step) => (isName(step) ? `.${step}` : `[${JSON.stringify(step)}]`))];
  // A problem begins with the name of its field; beneath another field, the whole way there says more.
  const own = path.map((step) => spell(String(step))).findLast((name) => problem.startsWith(`${name} `));
  if (own === undefined) return `${place.join('')}: ${problem}`;
  const said = `${place.join('')}${problem.slice(own.length)}`;
  const given = holdsSecret(fields, path) ? undefined : valueAt(values, path);
  if (typeof given !== 'string' || given === '' || said.includes(JSON.stringify(given))) return said;
  return `${said} (it is ${JSON.stringify(given.length > 80 ? `${given.slice(0, 80)}…` : given)})`;
}

/** A misspelt name within a message would be dropped in silence, and a claim that is not matched lets more people in. */
function undeclared(fields: Fields, values: Values, place = ''): string[] {
  return Object.entries(fields).flatMap(([name, { type }]: [string, Field]) => {
    const value = values[name];
    if (type.is !== 'message' || !isObject(value) || isUnknown(value)) return [];
    const here = `${place}${name}`;
    const unknown = Object.keys(value).filter((key) => !Object.hasOwn(type.fields, key));
    return [
      ...unknown.map((key) => `${here}.${key} is unknown; ${here} has ${Object.keys(type.fields).join(', ')}`),
      ...undeclared(type.fields, value, `${here}.`),
    ];
  });
}

function holdsSecret(fields: Fields, [step, ...rest]: readonly (string | number)[]): boolean {
  const field = fields[String(step)];
  if (field === undefined) return false;
  const type = field.type.is === 'list' || field.type.is === 'map' ? field.type.of : field.type;
  const beneath = type === field.type ? rest : rest.slice(1);
  return behaves(field, 'sensitive') || (type.is === 'message' && holdsSecret(type.fields, beneath));
}

function valueAt(values: Values, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((value, step) => (value as Record<string | number, unknown> | undefined)?.[step], values);
}

function isName(step: string | number): step is string {
  return typeof step === 'string' && /^[A-Za-z_]\w*$/.test(step);
}

function isObject(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
