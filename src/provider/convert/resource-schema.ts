/** Converts a kind to the schema of a managed resource, and each of its fields to an attribute. */
import { type JsonValue, parseJson, sameJson, snakeCase } from '../../model/api';
import {
  type Attribute,
  type AttributeChange,
  type Attributes,
  type Block,
  type CtyType,
  isUnknown,
  type Mode,
  type NestedType,
  type Schema,
} from '../../plugin';
import { resourceSettings, type ResourceSetting } from '../../model/kinds';
import {
  toAttribute,
  behaves,
  type Declaration,
  type Field,
  type FieldType,
  isInput,
  isWriteOnly,
  offers,
  semanticEquals,
  versionField,
} from '../../model/schema';
import { apiValue, nestedFields, parentAttribute, resourceFields, versionAttribute } from './to-api';

export function resourceSchema(declaration: Declaration): Schema {
  const parent = parentAttribute(declaration);
  const settings = settingsSchema(declaration);
  return {
    ...(declaration.terraform?.upgrades && { version: declaration.terraform.upgrades.length }),
    description: declaration.description,
    attributes: {
      ...createAttributes(resourceFields(declaration), false, !offers(declaration, 'update')),
      ...createAttributes(Object.entries(declaration.terraform?.fields ?? {})),
      ...(parent !== undefined && {
        [parent]: {
          type: 'string',
          mode: declaration.parent?.is === 'groupOrNone' ? 'optional' : 'required',
          description: declaration.parent?.description,
          requiresReplace: true,
        },
      }),
      ...settings.attributes,
    },
    blocks: settings.blocks,
  };
}

/** Returns the settings without a field in the API. A message becomes a block, like `timeouts` in other providers. */
function settingsSchema(declaration: Declaration) {
  const attributes: Record<string, Attribute> = {};
  const blocks: Record<string, Block> = {};
  for (const [name, setting] of Object.entries(resourceSettings(declaration))) {
    const { type, description } = setting;
    if (type.is !== 'message') attributes[snakeCase(name)] = getSetting(setting);
    else blocks[snakeCase(name)] = { nesting: 'single', description, attributes: createAttributes(nestedFields(type)) };
  }
  return { attributes, blocks };
}

function getSetting({ default: fallback, ...field }: ResourceSetting): Attribute {
  const attribute = getAttribute(field, false, false);
  return fallback === undefined ? attribute : { ...attribute, mode: 'optional+computed', default: fallback };
}

/**
 * Returns the attributes of some fields, by their names in Terraform. `readOnly`: users cannot set them (data sources).
 * `fixed`: values can never be changed (kinds without an update).
 */
export function createAttributes(
  fields: readonly (readonly [string, Field])[],
  readOnly = false,
  fixed = false,
): Attributes {
  return Object.fromEntries(
    fields.flatMap(([name, field]): [string, Attribute][] => {
      const attribute = toAttribute(name, field);
      const own: [string, Attribute] = [attribute, getAttribute(field, readOnly, fixed)];
      if (!isWriteOnly(field) || readOnly) return [own];
      const { description } = versionField(attribute)[1];
      return [own, [versionAttribute(attribute), { type: 'number', mode: 'optional', description }]];
    }),
  );
}

function getAttribute(field: Field, readOnly: boolean, fixed: boolean): Attribute {
  const mode = readOnly ? 'computed' : getMode(field);
  const needsNew = !readOnly && isInput(field) && (fixed || behaves(field, 'immutable'));
  const replacement = readOnly ? undefined : field.replacement;
  return {
    type: getType(field.type, readOnly || !isInput(field)),
    mode,
    description: [field.description, ...(replacement === undefined ? [] : [replacement.note])].join(' '),
    ...(field.type.is === 'json' && mode !== 'computed' && { validate: [jsonProblem] }),
    ...(behaves(field, 'sensitive') && { sensitive: true }),
    ...(!readOnly && isWriteOnly(field) && { writeOnly: true }),
    ...(hasRepresentations(field.type) &&
      mode !== 'computed' && {
        semanticEquals: (prior: unknown, next: unknown) => semanticEquals(field.type, prior, next),
      }),
    ...(needsNew && { requiresReplace: (change: AttributeChange<unknown>) => isAnother(field, change) }),
    ...(replacement?.when === 'changed' && { requiresReplace: true }),
    ...(replacement?.when === 'exchanged' && { requiresReplace: isExchanged }),
    // The service sets the value once, so the plan of an update need not show "(known after apply)".
    ...(!readOnly && mode.endsWith('computed') && { useStateForUnknown: true }),
  };
}

/** Returns true for a text, or a list of texts, with several representations: a plan would show changes that change nothing. */
function hasRepresentations(type: FieldType): boolean {
  if (type.is === 'list') return hasRepresentations(type.of);
  return type.is === 'string' && ['jwks', 'publicJwk', 'capability'].includes(type.format ?? '');
}

/**
 * Returns true if the value changes its meaning. A field that no response contains is unknown after an import, which is no
 * reason to replace the object.
 */
function isAnother(field: Field, { prior, plan }: AttributeChange<unknown>): boolean {
  if (prior === null && behaves(field, 'inputOnly')) return false;
  return isUnknown(plan) || !semanticEquals(field.type, apiValue(field.type, prior), apiValue(field.type, plan));
}

/** Returns true if one value replaces another. An unknown value is another one: the plan decides before it is known. */
function isExchanged({ prior, plan }: AttributeChange<unknown>): boolean {
  if (prior === null || plan === null) return false;
  return isUnknown(plan) || !sameJson(prior as JsonValue, plan as JsonValue);
}

function jsonProblem(text: unknown): string | undefined {
  return parseJson(String(text)) === undefined ? 'must be JSON, for example from jsonencode' : undefined;
}

function getMode(field: Field): Mode {
  if (!isInput(field)) return 'computed';
  if (behaves(field, 'serverDefault')) return 'optional+computed';
  return behaves(field, 'required') ? 'required' : 'optional';
}

function getType(type: FieldType, readOnly: boolean): CtyType | NestedType {
  switch (type.is) {
    case 'string':
    case 'bool':
      return type.is;
    case 'integer':
    case 'number':
      return 'number';
    case 'json':
      return 'string';
    case 'message':
      return { nesting: 'single', attributes: createAttributes(nestedFields(type, { readable: readOnly }), readOnly) };
    case 'map':
      return collection('map', type.of, readOnly);
    case 'list':
      return collection(type.unordered === true ? 'set' : 'list', type.of, readOnly);
  }
}

function collection(nesting: 'list' | 'set' | 'map', of: FieldType, readOnly: boolean): CtyType | NestedType {
  const element = getType(of, readOnly);
  if (typeof element === 'object' && 'nesting' in element) return { nesting, attributes: element.attributes };
  return [nesting, element];
}
