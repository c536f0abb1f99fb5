/** The arguments of the resources and data sources of this provider, derived from the declarations. */
import { snakeCase } from '../../api';
import { inputs, parentAttribute } from '../writes/sent-fields';
import { onceFor } from '../../cache/once-for';
import { declarations, resourceSettings } from '../../resources';
import {
  behaves,
  type Declaration,
  EXCLUSIVE_ARGUMENTS,
  exclusiveTypeName,
  type Field,
  identifierField,
  isExclusive,
  isInput,
  pluralTypeName,
  string,
  typeName,
  withVersions,
  toAttribute,
} from '../../schema';

interface Argument {
  readonly field: Field;
  /** True if it decides access, or which object the resource manages. */
  readonly decides: boolean;
}

/** The arguments of a type, by their names in Terraform. */
type Arguments = ReadonlyMap<string, Argument>;

/** Returns the arguments of a type of resource, or `undefined` for a type of another provider. */
export function resourceArguments(type: string): Arguments | undefined {
  return typesOf(declarations).resources.get(type);
}

/** Returns the arguments of a type of data source, or `undefined` for a type of another provider. */
export function dataArguments(type: string): Arguments | undefined {
  return typesOf(declarations).data.get(type);
}

/** Returns true for a type of resource whose objects have a uid of their own, not that of their parent. */
export function hasOwnUid(type: string): boolean {
  return declarations.some((declaration) => typeName(declaration) === type && declaration.uidScheme !== 'parentUid');
}

/** Returns the argument that the steps lead to, if a plan always knows it: a service never decides a part of it. */
export function isKnownAttribute(type: string, steps: readonly unknown[]): boolean {
  const [name, ...rest] = steps;
  const argument = typeof name === 'string' ? resourceArguments(type)?.get(name) : undefined;
  return argument !== undefined && isKnown(argument.field, rest);
}

function isKnown(field: Field, steps: readonly unknown[]): boolean {
  if (behaves(field, 'outputOnly', 'identifier', 'serverDefault', 'inputOnly')) return false;
  if (field.type.is !== 'message') return true;
  const [name, ...rest] = steps;
  const nested = Object.entries(field.type.fields);
  if (name === undefined) return nested.every(([, inner]) => isKnown(inner, []));
  return nested.some(([key, inner]) => toAttribute(key, inner) === name && isKnown(inner, rest));
}

const typesOf = onceFor((kinds: readonly Declaration[]) => ({
  resources: new Map(
    kinds.flatMap((declaration): [string, Arguments][] => [
      ...(declaration.terraform === undefined ? [] : [named(typeName(declaration), managed(declaration))]),
      ...(isExclusive(declaration) ? [named(exclusiveTypeName(declaration), exclusive(declaration))] : []),
    ]),
  ),
  data: new Map(
    kinds.flatMap((declaration): [string, Arguments][] => [
      [typeName(declaration), texts(selectors(declaration))],
      [
        pluralTypeName(declaration),
        texts(['descendants_of', 'children_of', 'order_by', ...Object.keys(declaration.filters)]),
      ],
    ]),
  ),
}));

function managed(declaration: Declaration): Arguments {
  const parent = parentAttribute(declaration);
  const settings = Object.entries(resourceSettings(declaration)).filter(([name]) => name !== 'timeouts');
  const own = withVersions(
    Object.fromEntries([
      ...inputs(declaration),
      ...Object.entries(declaration.terraform?.fields ?? {}).filter(([, field]) => isInput(field)),
    ]),
  );
  return new Map([
    ...(parent === undefined ? [] : [[parent, { field: text, decides: true }] as const]),
    ...[...Object.entries(own), ...settings].map(([name, field]) => {
      const refers = field.type.is === 'string' && field.type.refersTo !== undefined;
      const decides = field.decidesAccess === true || refers || declaration.naturalKey.includes(name);
      return [toAttribute(name, field), { field, decides }] as const;
    }),
  ]);
}

function named(type: string, found: Arguments): [string, Arguments] {
  return [type, found];
}

function exclusive(declaration: Declaration): Arguments {
  return texts([parentAttribute(declaration) ?? '', ...EXCLUSIVE_ARGUMENTS]);
}

function selectors(declaration: Declaration): string[] {
  const parent = parentAttribute(declaration);
  const lookup = (declaration.lookup?.by ?? []).map(({ name }) => name);
  return [snakeCase(identifierField(declaration)), 'name', ...lookup, ...(parent === undefined ? [] : [parent])];
}

function texts(names: readonly string[]): Arguments {
  return new Map(names.map((name) => [name, { field: text, decides: true }]));
}

const text = string(['optional'], 'An argument without a field of the API.');
