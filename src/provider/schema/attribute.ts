/** A field as an attribute of Terraform: its type, who decides its value, and what a change of it means. */
import type { Attribute, Attributes, CtyType, Mode, NestedType } from '../../plugin';
import { snakeCase } from '../../api';
import { behaves, isInput, type Field, type FieldType } from '../../schema';

/**
 * The attributes of some fields, by their names in Terraform. `readOnly`: nobody can set any of them (data sources);
 * `fixed`: what was set can never be changed (kinds without an update).
 */
export function attributesOf(
  fields: readonly (readonly [string, Field])[],
  readOnly = false,
  fixed = false,
): Attributes {
  return Object.fromEntries(fields.map(([name, field]) => [snakeCase(name), attributeOf(field, readOnly, fixed)]));
}

function attributeOf(field: Field, readOnly: boolean, fixed: boolean): Attribute {
  const mode = readOnly ? 'computed' : modeOf(field);
  return {
    type: typeOf(field.type, readOnly || !isInput(field)),
    mode,
    description: field.description,
    ...(behaves(field, 'sensitive') && { sensitive: true }),
    ...(!readOnly && isInput(field) && (fixed || behaves(field, 'immutable')) && { requiresReplace: true }),
    // What the service sets once stays what it is: an update need not say "(known after apply)".
    ...(!readOnly && mode.endsWith('computed') && { keepPrior: true }),
  };
}

function modeOf(field: Field): Mode {
  if (!isInput(field)) return 'computed';
  if (behaves(field, 'serverDefault')) return 'optional+computed';
  return behaves(field, 'required') ? 'required' : 'optional';
}

function typeOf(type: FieldType, readOnly: boolean): CtyType | NestedType {
  switch (type.is) {
    case 'string':
    case 'bool':
      return type.is;
    case 'integer':
      return 'number';
    case 'message':
      return { nesting: 'single', attributes: attributesOf(nestedFields(type), readOnly) };
    case 'map':
      return collection('map', type.of, readOnly);
    case 'list':
      return collection(type.unordered === true ? 'set' : 'list', type.of, readOnly);
  }
}

function collection(nesting: 'list' | 'set' | 'map', of: FieldType, readOnly: boolean): CtyType | NestedType {
  const element = typeOf(of, readOnly);
  if (typeof element === 'object' && 'nesting' in element) return { nesting, attributes: element.attributes };
  return [nesting, element];
}

/** The fields of a message that Terraform knows. */
export function nestedFields(type: Extract<FieldType, { is: 'message' }>): [string, Field][] {
  return Object.entries(type.fields).filter(([, field]) => field.notInTerraform === undefined);
}
