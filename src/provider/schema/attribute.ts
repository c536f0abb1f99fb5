/** A field as an attribute of Terraform: its type, who decides its value, and what a change of it means. */
import { isUnknown, type Attribute, type AttributeChange, type Attributes, type CtyType } from '../../plugin';
import type { Mode, NestedType } from '../../plugin';
import { snakeCase } from '../../api';
import { behaves, isInput, parseJson, type Field, type FieldType } from '../../schema';
import { apiValue } from '../values/api-value';
import { sameMeaning } from '../values/same-meaning';
import { isWriteOnly, nestedFields, versionAttribute } from './nested-fields';

/**
 * The attributes of some fields, by their names in Terraform. `readOnly`: nobody can set any of them (data sources);
 * `fixed`: what was set can never be changed (kinds without an update).
 */
export function attributesOf(
  fields: readonly (readonly [string, Field])[],
  readOnly = false,
  fixed = false,
): Attributes {
  return Object.fromEntries(
    fields.flatMap(([name, field]): [string, Attribute][] => {
      const attribute = snakeCase(name);
      const own: [string, Attribute] = [attribute, attributeOf(field, readOnly, fixed)];
      return isWriteOnly(field) && !readOnly ? [own, [versionAttribute(attribute), versionOf(attribute)]] : [own];
    }),
  );
}

function attributeOf(field: Field, readOnly: boolean, fixed: boolean): Attribute {
  const mode = readOnly ? 'computed' : modeOf(field);
  const needsNew = !readOnly && isInput(field) && (fixed || behaves(field, 'immutable'));
  return {
    type: typeOf(field.type, readOnly || !isInput(field)),
    mode,
    description: field.description,
    ...(field.type.is === 'json' && mode !== 'computed' && { validate: [jsonProblem] }),
    ...(behaves(field, 'sensitive') && { sensitive: true }),
    ...(!readOnly && isWriteOnly(field) && { writeOnly: true }),
    ...(needsNew && { requiresReplace: (change: AttributeChange<unknown>) => isAnother(field, change) }),
    // What the service sets once stays what it is: an update need not say "(known after apply)".
    ...(!readOnly && mode.endsWith('computed') && { useStateForUnknown: true }),
  };
}

/** Another spelling of the same is no change, and what nobody answers is not known of an imported object. */
function isAnother(field: Field, { prior, plan }: AttributeChange<unknown>): boolean {
  if (prior === null && behaves(field, 'inputOnly')) return false;
  return isUnknown(plan) || !sameMeaning(field.type, apiValue(field.type, prior), apiValue(field.type, plan));
}

function jsonProblem(text: unknown): string | undefined {
  return parseJson(String(text)) === undefined ? 'must be JSON, as jsonencode writes it' : undefined;
}

function versionOf(attribute: string): Attribute {
  return {
    type: 'number',
    mode: 'optional',
    description: `Any number; another one sends ${attribute} again, which Terraform itself does not remember.`,
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
    case 'json':
      return 'string';
    case 'message':
      return { nesting: 'single', attributes: attributesOf(nestedFields(type, { readable: readOnly }), readOnly) };
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
