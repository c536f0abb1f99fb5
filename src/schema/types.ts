/** The TypeScript types that follow from a declaration's fields. */
import type { Field, Fields } from './field';

type Value<F> = F extends Field<infer T> ? T : never;
type BehaviourOf<F> = F extends Field<unknown, infer B> ? B : never;

type KeysWith<F extends Fields, B> = { [K in keyof F]: B extends BehaviourOf<F[K]> ? K : never }[keyof F];
type InputKeys<F extends Fields> = Exclude<keyof F, KeysWith<F, 'outputOnly'> | KeysWith<F, 'identifier'>>;
type RequiredKeys<F extends Fields> = Extract<KeysWith<F, 'required'>, InputKeys<F>>;
type AnswerKeys<F extends Fields> = Exclude<keyof F, KeysWith<F, 'inputOnly'>>;

type Flat<T> = { [K in keyof T]: T[K] };

/** A message within a resource: required fields are there, others may be missing. */
export type MessageOf<F extends Fields> = Flat<
  { readonly [K in KeysWith<F, 'required'>]: Value<F[K]> } & {
    readonly [K in Exclude<keyof F, KeysWith<F, 'required'>>]?: Value<F[K]>;
  }
>;

/** What a create takes. */
export type CreateInput<F extends Fields> = Flat<
  { readonly [K in RequiredKeys<F>]: Value<F[K]> } & {
    readonly [K in Exclude<InputKeys<F>, RequiredKeys<F>>]?: Value<F[K]> | undefined;
  }
>;

/** What an update takes: the fields to change, and nothing else. `undefined` clears a message. */
export type UpdateInput<F extends Fields> = Flat<{
  readonly [K in Exclude<InputKeys<F>, KeysWith<F, 'immutable'>>]?: Value<F[K]> | undefined;
}>;

/**
 * What an answer holds. Text, numbers, lists and maps that the service left out are there with their zero value
 * (`''`, `0`, `false`, `[]`, `{}`); messages and timestamps that it left out are `undefined`.
 */
export type ResourceOf<F extends Fields> = Flat<
  { readonly [K in KeysWith<F, 'identifier'> | Extract<KeysWith<F, 'required'>, AnswerKeys<F>>]: Value<F[K]> } & {
    readonly [K in Exclude<AnswerKeys<F>, KeysWith<F, 'identifier'> | KeysWith<F, 'required'>>]: Answered<Value<F[K]>>;
  }
>;

type Answered<T> = T extends boolean | number | readonly unknown[] ? T : T extends string ? T : Optional<T>;
type Optional<T> = string extends keyof T ? T : T | undefined;
