/** The arguments of the resources and data sources of some kinds: what a configuration can set. */
import { snakeCase } from '../api';
import { type Declaration, identifierField, pluralTypeName, typeName } from './declaration';
import { EXCLUSIVE_ARGUMENTS, exclusiveTypeName, isExclusive } from './exclusive';
import { type Field, type Fields, isInput, string, toAttribute, withVersions } from './field';
import { inputs, parentAttribute } from './resource-fields';

export interface Argument {
  readonly field: Field;
  /** True if it decides access, or which object the resource manages. */
  readonly decides: boolean;
}

/** The arguments of a type, by their names in Terraform. */
export type Arguments = ReadonlyMap<string, Argument>;

/**
 * Returns the arguments of each type of resource.
 *
 * @param getSettings returns the settings of a resource for which the API has no field
 */
export function resourceTypes(
  kinds: readonly Declaration[],
  getSettings: (declaration: Declaration) => Fields,
): ReadonlyMap<string, Arguments> {
  return new Map(
    kinds.flatMap((declaration): (readonly [string, Arguments])[] => [
      ...(declaration.terraform === undefined
        ? []
        : [[typeName(declaration), managedArguments(declaration, getSettings(declaration))] as const]),
      ...(isExclusive(declaration)
        ? [
            [
              exclusiveTypeName(declaration),
              texts([...getParentAttributes(declaration), ...EXCLUSIVE_ARGUMENTS]),
            ] as const,
          ]
        : []),
    ]),
  );
}

/** Returns the arguments of each type of data source. */
export function dataTypes(kinds: readonly Declaration[]): ReadonlyMap<string, Arguments> {
  return new Map(
    kinds.flatMap((declaration) => {
      const { filters, lookup } = declaration;
      const selectors = (lookup?.by ?? []).map(({ name }) => name);
      return [
        [
          typeName(declaration),
          texts([snakeCase(identifierField(declaration)), 'name', ...selectors, ...getParentAttributes(declaration)]),
        ],
        [pluralTypeName(declaration), texts(['descendants_of', 'children_of', 'order_by', ...Object.keys(filters)])],
      ] as const;
    }),
  );
}

function managedArguments(declaration: Declaration, settings: Fields): Arguments {
  const ownFields = Object.entries(declaration.terraform?.fields ?? {}).filter(([, field]) => isInput(field));
  const own = withVersions(Object.fromEntries([...inputs(declaration), ...ownFields]));
  return new Map([
    ...texts(getParentAttributes(declaration)),
    ...Object.entries({ ...own, ...settings }).map(([name, field]) => {
      const refers = field.type.is === 'string' && field.type.refersTo !== undefined;
      const decides = field.decidesAccess === true || refers || declaration.naturalKey.includes(name);
      return [toAttribute(name, field), { field, decides }] as const;
    }),
  ]);
}

function getParentAttributes(declaration: Declaration): string[] {
  const parent = parentAttribute(declaration);
  return parent === undefined ? [] : [parent];
}

function texts(names: readonly string[]): Arguments {
  return new Map(names.map((name) => [name, { field: text, decides: true }]));
}

const text = string(['optional'], 'An argument without a field of the API.');
