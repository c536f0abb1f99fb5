/** The configuration that describes an object that exists, for `terraform query` and `-generate-config-out` (≥ 1.14). */
import { type Attribute, attributeType, type Body } from '../schema/schema';
import { Diags } from '../sdk/diagnostics';
import type { Resource } from '../sdk/resource';
import { valuesEqual } from '../values/normal-form';
import { isRecord, type Values } from '../values/types';
import { type CallScope, type Problem, valueText } from './call';
import { emptyObject } from './complete';
import { identityOf } from './identity';
import { validateConfig } from './validate';
import { mapAttributes } from './walk';

/**
 * The stored object without what a user cannot, or need not, write: computed and deprecated attributes, secrets, and values
 * that are the default. What the configuration still lacks is a warning, because Terraform writes it all the same, for the user to complete.
 */
export async function generateConfig(resource: Resource, state: Values, call: CallScope): Promise<Values> {
  const { schema } = resource;
  const kept = mapAttributes(schema, { config: state, prior: null, plan: state }, ({ attribute, plan }) =>
    isWritten(attribute) && !isDefault(attribute, plan) ? plan : null,
  );
  const config = withoutDeprecatedBlocks(schema, kept);
  const found = new Diags();
  validateConfig(schema, config, found, { writeOnlyAllowed: true });
  if (!found.hasErrors) await resource.validate?.(call.bare({ diags: found, config }));
  for (const { severity, summary, detail = '' } of found.items) {
    if (severity !== 'error') continue;
    call.diags.warning(
      'The generated configuration is not complete',
      `${call.typeName}${whichOne(resource, state)}: ${summary}. ${detail}\nComplete it before you plan.`,
    );
  }
  return config;
}

function isWritten({ mode, writeOnly, sensitive, deprecated }: Attribute): boolean {
  return mode !== 'computed' && writeOnly !== true && sensitive !== true && deprecated === undefined;
}

function isDefault(attribute: Attribute, value: unknown): boolean {
  return attribute.default !== undefined && valuesEqual(value, attribute.default, attributeType(attribute));
}

function withoutDeprecatedBlocks(body: Body, object: Values): Values {
  const blocks = Object.entries(body.blocks ?? {});
  if (blocks.length === 0) return object;
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

/** ` (id "u1")`, where the type has an identity. */
function whichOne({ identity }: Resource, state: Values): string {
  const problems: Problem[] = [];
  const known = identity && identityOf(identity, state, problems);
  if (known === undefined) return '';
  return ` (${Object.entries(known)
    .map(([name, value]) => `${name} ${valueText(value)}`)
    .join(', ')})`;
}
