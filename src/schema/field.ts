/**
 * The words in which a field is declared. A field is plain data: its type, what people read about it, and how it
 * behaves (the words are AIP-203's).
 */
import type { Rule } from './rule';

export type Behaviour =
  /** Must be given when creating. */
  | 'required'
  /** May be given. */
  | 'optional'
  /** Only the service sets it. */
  | 'outputOnly'
  /** Cannot change once created: a change needs a new object. */
  | 'immutable'
  /** The object's uid. */
  | 'identifier'
  /** The service fills it in when it is not given. */
  | 'serverDefault'
  /** A secret: never shown. */
  | 'sensitive'
  /** Sent, never answered. */
  | 'inputOnly';

export type StringFormat = 'uid' | 'httpsUrl' | 'pattern' | 'jwks' | 'timestamp' | 'duration' | 'capability' | 'email';

export type FieldType =
  | {
      readonly is: 'string';
      readonly format?: StringFormat;
      readonly pattern?: string;
      readonly maxLength?: number;
      readonly oneOf?: readonly string[];
      /** A name out of a set that the service may extend; an answer without one does not have the field. */
      readonly enumeration?: boolean;
      /** The values that are known to us. Others may exist: the embedded API refuses them, clients do not. */
      readonly known?: readonly string[];
      /** A timestamp that must lie ahead when it is set, by so many days at most. */
      readonly daysAhead?: number;
      /** The kind that a uid names. */
      readonly refersTo?: string;
    }
  | { readonly is: 'bool' }
  | { readonly is: 'integer' }
  | {
      readonly is: 'list';
      readonly of: FieldType;
      /** The order says nothing: a set in Terraform. */
      readonly unordered?: boolean;
      readonly minItems?: number;
      readonly maxItems?: number;
    }
  | { readonly is: 'map'; readonly of: FieldType }
  | { readonly is: 'message'; readonly fields: Fields; readonly rules?: readonly Rule[] }
  /** Open content: any JSON, of which nothing is known and in which no name is ours. */
  | { readonly is: 'json' };

export interface FieldOptions {
  /**
   * For what the service sets: `stable` values stay what they are while the object lives (plans keep them),
   * `volatile` ones change by themselves (last seen, updated) and are left out of a resource's state.
   * @default 'stable'
   */
  readonly output?: 'stable' | 'volatile';
  /** Where an answer keeps what the request calls by this name: `identity.uid`. */
  readonly from?: string;
  /** Left out of Terraform altogether, with the reason. */
  readonly notInTerraform?: string;
}

export interface Field extends FieldOptions {
  readonly type: FieldType;
  readonly behaviour: readonly Behaviour[];
  /** One sentence or two, Markdown; the first sentence stands in props and in the reference. */
  readonly description: string;
}

export type Fields = Readonly<Record<string, Field>>;

/** Whether a field has one of the behaviours. */
export function behaves(field: Field, ...behaviours: readonly Behaviour[]): boolean {
  return behaviours.some((behaviour) => field.behaviour.includes(behaviour));
}

/** Whether a request may carry the field: everything but what only the service sets. */
export function isInput(field: Field): boolean {
  return !behaves(field, 'outputOnly', 'identifier');
}

/** Whether an update may change the field. */
export function isUpdatable(field: Field): boolean {
  return isInput(field) && !behaves(field, 'immutable');
}
