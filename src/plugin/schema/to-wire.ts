/** Schemas as Terraform reads them. */
import {
  NestingMode,
  StringKind,
  type FunctionParameter,
  type FunctionSchema,
  type ResourceIdentitySchema,
  type SchemaAttribute,
  type SchemaBlock,
  type Schema as WireSchema,
} from '../wire';
import { typeToJson } from '../values/cty-type';
import type { CtyType } from '../values/types';
import type { Parameter, ProviderFunction } from '../sdk/function';
import type { Identity } from '../sdk/resource';
import { isNested } from './implied-type';
import type { Attribute, Attributes, Blocks, Schema } from './schema';

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
