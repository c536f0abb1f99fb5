/** The configuration that describes an object that exists, for `terraform query` and `-generate-config-out` (≥ 1.14). */
import { type Attribute, attributeType, type Body } from '../schema/schema';
import type { Resource } from '../sdk/resource';
import { valuesEqual } from '../values/normal-form';
import { isRecord, type Values } from '../values/types';
import { emptyObject } from './complete';
import { mapAttributes } from './walk';

/**
 * Returns the stored object without the attributes that a user cannot or need not write: computed and deprecated
 * attributes, secrets, defaults. The plan finds what the configuration still lacks, because Terraform does not show
 * warnings of generated configuration.
 */
export function generateConfig({ schema }: Resource, state: Values): Values {
  const kept = mapAttributes(schema, { config: state, prior: null, plan: state }, ({ attribute, plan }) =>
    isWritten(attribute) && !isDefault(attribute, plan) ? plan : null,
  );
  return withoutDeprecatedBlocks(schema, kept);
}

function isWritten({ mode, writeOnly, sensitive, deprecated }: Attribute): boolean {
  return mode !== 'computed' && writeOnly !== true && sensitive !== true && deprecated === undefined;
}

function isDefault(attribute: Attribute, value: unknown): boolean {
  return attribute.default !== undefined && valuesEqual(value, attribute.default, attributeType(attribute));
}

function withoutDeprecatedBlocks(body: Body, object: Values): Values {
  const blocks = Object.entries(body.blocks ?? {});
  const empty = emptyObject(body);
  const kept = blocks.map(([name, block]): [string, unknown] => {
    const inside = (value: unknown): unknown => (isRecord(value) ? withoutDeprecatedBlocks(block, value) : value);
    const value = object[name];
    if (block.deprecated !== undefined) return [name, empty[name]];
    if (Array.isArray(value)) return [name, value.map(inside)];
    if (block.nesting !== 'map' || !isRecord(value)) return [name, inside(value)];
    return [name, Object.fromEntries(Object.entries(value).map(([key, element]) => [key, inside(element)]))];
  });
  return { ...object, ...Object.fromEntries(kept) };
}
