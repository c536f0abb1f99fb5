/** A configuration as Terraform sends it: everything that is not written is null, or a block without elements. */
import { type CtyType, Dyn, isRecord, isUnknown } from '../values/types';
import { type Attribute, attributeType, type Block, impliedType, isNested } from '../schema/schema';
import { emptyObject } from '../core/complete';
import type { Body } from '../core/walk';
import { conform } from '../values/conform';

type ObjectValue = Record<string, unknown>;

/** Throws where `written` does not fit the schema, as Terraform would refuse the file. */
export function fillConfig(body: Body, written: ObjectValue): ObjectValue {
  return conform(fillBody(body, written), impliedType(body)) as ObjectValue;
}

function fillBody(body: Body, written: ObjectValue): ObjectValue {
  const filled = Object.entries(written).map(([name, value]): [string, unknown] => {
    const attribute = body.attributes[name];
    const block = body.blocks?.[name];
    if (attribute !== undefined) return [name, fillAttribute(attribute, value)];
    return [name, block === undefined ? value : fillNested(block, value)];
  });
  return { ...emptyObject(body), ...Object.fromEntries(filled) };
}

function fillAttribute(attribute: Attribute, value: unknown): unknown {
  return isNested(attribute.type) ? fillNested(attribute.type, value) : fillValue(attributeType(attribute), value);
}

function fillNested(nested: Body & { readonly nesting: Block['nesting'] }, value: unknown): unknown {
  const fill = (element: unknown): unknown => (isRecord(element) ? fillBody(nested, element) : element);
  if (Array.isArray(value)) return value.map(fill);
  if (nested.nesting === 'map' && isRecord(value)) {
    return Object.fromEntries(Object.entries(value).map(([key, element]) => [key, fill(element)]));
  }
  return fill(value);
}

function fillValue(type: CtyType, value: unknown): unknown {
  if (value === null || isUnknown(value) || value instanceof Dyn || typeof type === 'string') return value ?? null;
  if (type[0] !== 'object' || !isRecord(value)) return value;
  return { ...Object.fromEntries(Object.keys(type[1]).map((name) => [name, null])), ...value };
}
