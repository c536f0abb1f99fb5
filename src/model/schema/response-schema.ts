/**
 * The zod schema of a response, derived from the declaration. It is lenient, because a service may know more fields
 * than we do.
 */
import * as z from 'zod';
import { onceFor } from '../../base/cache/once-for';
import { isObject } from '../api/values';
import type { Declaration, Resource } from './declaration';
import type { Fields, FieldType } from './field';
import { servedFields } from './served-fields';

/**
 * The schema of a response of a kind, after its names and zero values are normalized (see `decodeResponse`). Unknown
 * fields are dropped. Built at first use.
 */
export function responseSchema<D extends Declaration>(declaration: D): z.ZodType<Resource<D>> {
  return toSchema(declaration) as z.ZodType<Resource<D>>;
}

const toSchema = onceFor((declaration: Declaration): z.ZodType => objectSchema(servedFields(declaration)));

function objectSchema(fields: Fields): z.ZodType {
  return z.object(
    Object.fromEntries(Object.entries(fields).map(([name, { type }]) => [name, absentOr(valueSchema(type))])),
  );
}

/** Null reads as absent (contract V2). */
function absentOr(type: z.ZodType): z.ZodType {
  return z.optional(z.preprocess((value) => value ?? undefined, z.optional(type)));
}

function valueSchema(type: FieldType): z.ZodType {
  switch (type.is) {
    case 'string':
      // A service can send the number of an enumeration value whose name its gateway does not know.
      return type.enumeration === true || type.format === 'capability'
        ? z.union([z.string(), z.number().transform(String)], 'expected a string or a number')
        : z.string();
    case 'bool':
      return z.boolean();
    case 'integer':
      // 64-bit integers travel as text.
      return z.union([
        z.number(),
        z
          .string()
          .regex(/^-?\d+$/)
          .transform(Number),
      ]);
    case 'number':
      return z.number();
    case 'list':
      return z.array(valueSchema(type.of));
    case 'map':
      return mapSchema(valueSchema(type.of));
    case 'message':
      return objectSchema(type.fields);
    case 'json':
      return z.unknown();
  }
}

/** A record of zod would drop the key `__proto__`, which is data like any other. */
function mapSchema(element: z.ZodType): z.ZodType {
  const entries = (value: unknown) => (isObject(value) ? new Map(Object.entries(value)) : value);
  return z.preprocess(entries, z.map(z.string(), element)).transform((map) => Object.fromEntries(map));
}
