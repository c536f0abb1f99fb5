/** Schemas and paths as Terraform reads them. Only the schema tells an attribute's name from a map's key. */
import type { Path } from '../sdk/diagnostics';
import type { Parameter, ProviderFunction } from '../sdk/provider';
import type { Identity } from '../sdk/resource';
import { typeToJson, type CtyType } from '../values/types';
import {
  type AttributePath,
  type AttributePathStep,
  type FunctionParameter,
  type FunctionSchema,
  NestingMode,
  type ResourceIdentitySchema,
  type SchemaAttribute,
  type SchemaBlock,
  StringKind,
  type SchemaMessage as WireSchema,
} from '../wire/messages';
import {
  type Attribute,
  type Attributes,
  attributeType,
  type Blocks,
  type Body,
  impliedType,
  isNested,
  type Schema,
} from '../schema/schema';

export function schemaToWire(schema: Schema): WireSchema {
  const version = schema.version ?? 0;
  return { version, block: blockToWire({ ...schema, version }) };
}

export function functionToWire(declared: ProviderFunction): FunctionSchema {
  return {
    parameters: declared.parameters.map(parameterToWire),
    variadicParameter: declared.variadic && parameterToWire(declared.variadic),
    return: { type: typeBytes(declared.returns) },
    summary: declared.summary ?? '',
    ...described(declared.description),
    deprecationMessage: declared.deprecated ?? '',
  };
}

export function identityToWire(identity: Identity<Schema>): ResourceIdentitySchema {
  return {
    version: identity.version ?? 0,
    identityAttributes: byName(identity.attributes).map(
      ([name, { type, optionalForImport = false, description = '' }]) => ({
        name,
        type: typeBytes(type),
        requiredForImport: !optionalForImport,
        optionalForImport,
        description,
      }),
    ),
  };
}

interface WireBody {
  readonly version?: number;
  readonly attributes: Attributes;
  readonly blocks?: Blocks;
  readonly description?: string;
  readonly deprecated?: string;
}

function blockToWire({ version = 0, attributes, blocks = {}, description, deprecated }: WireBody): SchemaBlock {
  return {
    version,
    attributes: byName(attributes).map(attributeToWire),
    blockTypes: byName(blocks).map(([typeName, block]) => ({
      typeName,
      block: blockToWire(block),
      nesting: NestingMode[block.nesting],
      minItems: block.minItems ?? 0,
      maxItems: block.maxItems ?? 0,
    })),
    ...described(description),
    deprecated: deprecated !== undefined,
    deprecationMessage: deprecated ?? '',
  };
}

function attributeToWire([name, attribute]: readonly [string, Attribute]): SchemaAttribute {
  const { type, mode } = attribute;
  return {
    name,
    type: isNested(type) ? new Uint8Array() : typeBytes(type),
    nestedType: isNested(type)
      ? { nesting: NestingMode[type.nesting], attributes: byName(type.attributes).map(attributeToWire) }
      : undefined,
    required: mode === 'required',
    optional: mode === 'optional' || mode === 'optional+computed',
    computed: mode === 'computed' || mode === 'optional+computed',
    sensitive: attribute.sensitive ?? false,
    writeOnly: attribute.writeOnly ?? false,
    deprecated: attribute.deprecated !== undefined,
    deprecationMessage: attribute.deprecated ?? '',
    ...described(attribute.description),
  };
}

function parameterToWire(parameter: Parameter): FunctionParameter {
  return {
    name: parameter.name,
    type: typeBytes(parameter.type),
    allowNullValue: parameter.allowNull ?? false,
    allowUnknownValues: parameter.allowUnknown ?? false,
    ...described(parameter.description),
  };
}

function described(description = ''): { description: string; descriptionKind: StringKind } {
  return { description, descriptionKind: StringKind.markdown };
}

function typeBytes(type: CtyType): Uint8Array {
  return Buffer.from(typeToJson(type));
}

/** In alphabetical order: the same schema is the same bytes. */
function byName<T>(entries: Readonly<Record<string, T>>): [string, T][] {
  return Object.entries(entries).sort(([a], [b]) => (a < b ? -1 : 1));
}

/**
 * Returns the beginning of the path that has an address. It ends at a set (elements have no address), at a dynamic
 * value, and outside of the schema. Undefined if nothing remains.
 */
export function pathToWire(path: Path, body: Body): AttributePath | undefined {
  const steps: AttributePathStep[] = [];
  let type: CtyType = impliedType(body);
  for (const step of path) {
    const next = follow(type, step);
    if (next === undefined) break;
    steps.push(next.step);
    type = next.type;
  }
  return steps.length === 0 ? undefined : { steps };
}

/**
 * Returns the path that Terraform uses to find the line of a diagnostic. It follows blocks, then one attribute, then at
 * most one step into the written value, which must be an index or a key even in an object. With a longer path Terraform
 * shows the head of the resource.
 */
export function linePathToWire(path: Path, body: Body): AttributePath | undefined {
  const [name, ...rest] = path;
  if (typeof name !== 'string') return undefined;
  const attribute = body.attributes[name];
  if (attribute !== undefined) {
    const inside = rest.length === 0 ? undefined : follow(attributeType(attribute), rest[0] ?? 0)?.step;
    const step = inside?.attributeName === undefined ? inside : { elementKeyString: inside.attributeName };
    return { steps: step === undefined ? [{ attributeName: name }] : [{ attributeName: name }, step] };
  }
  const block = body.blocks?.[name];
  if (block === undefined) return undefined;
  if (block.nesting === 'single' || block.nesting === 'group') {
    return { steps: [{ attributeName: name }, ...(linePathToWire(rest, block)?.steps ?? [])] };
  }
  const [key, ...inner] = rest;
  if (block.nesting === 'set' || key === undefined) return { steps: [{ attributeName: name }] };
  const step = block.nesting === 'list' ? { elementKeyInt: Number(key) } : { elementKeyString: String(key) };
  return { steps: [{ attributeName: name }, step, ...(linePathToWire(inner, block)?.steps ?? [])] };
}

function follow(type: CtyType, step: string | number): { step: AttributePathStep; type: CtyType } | undefined {
  if (typeof type === 'string') return undefined;
  switch (type[0]) {
    case 'object': {
      const inner = typeof step === 'string' && Object.hasOwn(type[1], step) ? type[1][step] : undefined;
      return inner && { step: { attributeName: String(step) }, type: inner };
    }
    case 'map':
      return { step: { elementKeyString: String(step) }, type: type[1] };
    case 'list':
      return typeof step === 'number' ? { step: { elementKeyInt: step }, type: type[1] } : undefined;
    case 'tuple': {
      const inner = typeof step === 'number' ? type[1][step] : undefined;
      return inner && { step: { elementKeyInt: Number(step) }, type: inner };
    }
    case 'set':
      return undefined;
  }
}
