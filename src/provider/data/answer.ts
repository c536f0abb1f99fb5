/** An object as a data source shows it: everything, also what changes by itself. */
import { parentUidOf, behaves, type Declaration, type Field } from '../../schema';
import { snakeCase } from '../../api';
import type { ApiObject } from '../session';
import { type Attributes, attributeValue, parentAttribute, uidOf } from '../convert';

/** The fields that a data source has. */
export function shownFields(declaration: Declaration): [string, Field][] {
  return Object.entries(declaration.fields).filter(
    ([, field]) => field.notInTerraform === undefined && !behaves(field, 'inputOnly'),
  );
}

export function shown(declaration: Declaration, object: ApiObject): Attributes {
  const parent = parentAttribute(declaration);
  return {
    ...Object.fromEntries(
      shownFields(declaration).map(([name, field]) => [
        snakeCase(name),
        attributeValue(field.type, object[name], null, 'asIs'),
      ]),
    ),
    ...(parent !== undefined && { [parent]: parentUidOf(declaration, uidOf(declaration, object)) ?? null }),
  };
}
