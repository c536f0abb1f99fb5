/**
 * zod schemas that follow from a declaration, made at first use: what a create takes, what an update takes, what an
 * answer holds. Requests are held to the declaration strictly; answers leniently (unknown fields are dropped).
 */
import { z } from 'zod';
import { checkFields, errorsAmong } from './check';
import { type Create, type Declaration, type Resource, type Update, inputFields, updatableFields } from './declaration';
import type { Field, Fields, FieldType } from './field';

/** What a create takes: no unknown field, every required one, every rule. */
export function createSchema<D extends Declaration>(declaration: D): z.ZodType<Create<D>> {
  return memoized(creates, declaration, () => request(declaration, inputFields(declaration), true)) as z.ZodType<
    Create<D>
  >;
}

/** What an update takes: any of the fields that can change. */
export function updateSchema<D extends Declaration>(declaration: D): z.ZodType<Update<D>> {
  return memoized(updates, declaration, () => request(declaration, updatableFields(declaration), false)) as z.ZodType<
    Update<D>
  >;
}

/** What an answer holds, once its names and zero values are in order (see `decodeAnswer`). */
export function answerSchema<D extends Declaration>(declaration: D): z.ZodType<Resource<D>> {
  return memoized(answers, declaration, () => answerShape(declaration.fields)) as z.ZodType<Resource<D>>;
}

const creates = new WeakMap<Declaration, z.ZodType>();
const updates = new WeakMap<Declaration, z.ZodType>();
const answers = new WeakMap<Declaration, z.ZodType>();

function memoized(made: WeakMap<Declaration, z.ZodType>, declaration: Declaration, make: () => z.ZodType): z.ZodType {
  const found = made.get(declaration) ?? make();
  made.set(declaration, found);
  return found;
}

function request(declaration: Declaration, fields: [string, Field][], complete: boolean): z.ZodType {
  const shape = z.strictObject(Object.fromEntries(fields.map(([name]) => [name, z.unknown().optional()])));
  const declared: Fields = Object.fromEntries(fields);
  return shape.superRefine((values, context) => {
    const violations = checkFields(declared, declaration.rules ?? [], values, { complete });
    for (const { path, problem } of errorsAmong(violations)) {
      context.addIssue({ code: 'custom', path: [...path], message: problem });
    }
  });
}

function answerShape(fields: Fields): z.ZodType {
  return z.object(
    Object.fromEntries(Object.entries(fields).map(([name, { type }]) => [name, absentOr(answerType(type))])),
  );
}

/** Null reads as absent. Source: not-shown "Zero values". */
function absentOr(type: z.ZodType): z.ZodType {
  return z.optional(z.preprocess((value) => value ?? undefined, z.optional(type)));
}

function answerType(type: FieldType): z.ZodType {
  switch (type.is) {
    case 'string':
      return z.string();
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
    case 'list':
      return z.array(answerType(type.of));
    case 'map':
      return z.record(z.string(), answerType(type.of));
    case 'message':
      return answerShape(type.fields);
    case 'json':
      return z.unknown();
  }
}
