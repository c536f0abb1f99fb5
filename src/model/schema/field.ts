/**
 * The declaration of a field: its type, its description, and its behavior with the terms of AIP-203. Also rules about
 * several fields of one object, and short notations for both. All of it is plain data.
 */
import { snakeCase } from '../api';
import type { LikelyMistake } from './likely-mistakes';

export type FieldBehavior =
  /** Required to create an object. */
  | 'required'
  /** Optional. */
  | 'optional'
  /** Only the service sets it. */
  | 'outputOnly'
  /** Cannot change after the creation: a change needs a new object. */
  | 'immutable'
  /** The object's uid. */
  | 'identifier'
  /** The service sets a value if the request contains none. */
  | 'serverDefault'
  /** A secret, which is never shown. */
  | 'sensitive'
  /** Only in requests, never in a response. */
  | 'inputOnly';

export type StringFormat =
  | 'uid'
  | 'httpsUrl'
  | 'pattern'
  | 'jwks'
  | 'publicJwk'
  | 'timestamp'
  | 'duration'
  | 'timeout'
  | 'capability'
  | 'email';

/** The referenced object is valid only in its own parent and beneath it. */
export interface Scoped {
  /** The field with the group where the object must be valid. @default the parent */
  readonly within?: string;
  /** The alternative to an object that is not valid: `a built-in role`. */
  readonly alternative: string;
}

export type FieldType =
  | {
      readonly is: 'string';
      readonly format?: StringFormat;
      readonly pattern?: string;
      /** The pattern as text, for messages: `OWNER/REPOSITORY, for example acme/shop`. */
      readonly inWords?: string;
      readonly maxLength?: number;
      /** Some services refuse a line break: it is a warning. @default - line breaks need no warning */
      readonly oneLine?: true;
      readonly oneOf?: readonly string[];
      /** A name from a set that the service can extend. A response with an empty name does not contain the field. */
      readonly enumeration?: boolean;
      /** Some of the values, for examples and for numbers of the enumeration. Others exist, and are valid. */
      readonly known?: readonly string[];
      /** A timestamp that must be in the future when it is set, by at most this number of days. */
      readonly daysAhead?: number;
      /** The kind that a uid names. */
      readonly refersTo?: string;
      /** Limits the groups where the referenced object is valid. @default it is valid everywhere */
      readonly scoped?: Scoped;
    }
  | { readonly is: 'bool' }
  | { readonly is: 'integer' | 'number'; readonly min?: number; readonly max?: number }
  | {
      readonly is: 'list';
      readonly of: FieldType;
      /** True if the order has no meaning: a set in Terraform. */
      readonly unordered?: boolean;
      readonly minItems?: number;
      readonly maxItems?: number;
    }
  | { readonly is: 'map'; readonly of: FieldType }
  | { readonly is: 'message'; readonly fields: Fields; readonly rules?: readonly Rule[] }
  /** Open content: any JSON, without declared names. */
  | { readonly is: 'json' };

interface FieldOptions {
  /**
   * For values that the service sets. `stable` values are constant during the life of the object (plans keep them).
   * `volatile` values change without a request (last seen, updated) and are not in a resource's state.
   * @default 'stable'
   */
  readonly output?: 'stable' | 'volatile';
  /** The location in a response of the field that requests call by this name: `identity.uid`. */
  readonly from?: string;
  /** True if it decides access: each change is reported, and no concurrent change lost. False if no value of it gives any. @default that of its message */
  readonly decidesAccess?: boolean;
  /** `groups` if a member of a sign-in decides only who is in external groups. @default who signs in */
  readonly decidesPeople?: 'groups';
  /** Likely mistakes in the message that the service accepts. They are reported as warnings. */
  readonly likelyMistakes?: readonly LikelyMistake[];
  /**
   * True if only an administrator of the service can change the field, by an update that names it. Values of other
   * callers are ignored.
   */
  readonly administratorOnly?: boolean;
  /** Set by `servedFields`: no resource of ours manages the field, and responses omit it while it is unset. */
  readonly isUnmanaged?: boolean;
  /** The field's name in Terraform, if it differs: `scopeUid`. @default the field's own name */
  readonly nameInTerraform?: string;
  /** The reason why Terraform does not have the field. */
  readonly notInTerraform?: string;
  /** A change of it replaces the object in Terraform, although the API could change the object in place. */
  readonly replacement?: Replacement;
}

/**
 * A change that replaces an object although the API could change it in place. Terraform deletes an object before it updates
 * references to it, and the service rejects that (contract D4). A replacement deletes the referring object first.
 */
export interface Replacement {
  /**
   * `changed`: at every change; `unknown`: while the new value is unknown, because the plan then replaces the referenced
   * object; `exchanged`: at a change from one value to another, but not from or to null.
   */
  readonly when: 'changed' | 'unknown' | 'exchanged';
  /** The note in the description of the attribute. */
  readonly note: string;
}

export interface Field extends FieldOptions {
  readonly type: FieldType;
  readonly behavior: readonly FieldBehavior[];
  /** One or two sentences in Markdown. Props and the reference show the first sentence. */
  readonly description: string;
}

export type Fields = Readonly<Record<string, Field>>;

/** Returns true if a field has one of the behaviors. */
export function behaves(field: Field, ...behaviors: readonly FieldBehavior[]): boolean {
  for (const behavior of behaviors) if (field.behavior.includes(behavior)) return true;
  return false;
}

/** Returns true if a request may contain the field: only the service sets the others. */
export function isInput(field: Field): boolean {
  return !behaves(field, 'outputOnly', 'identifier');
}

/** Returns true if an update may change the field. */
export function isUpdatable(field: Field): boolean {
  return isInput(field) && !behaves(field, 'immutable');
}

/** Returns the attribute of a field in Terraform: `role_uid` for `roleUid`. */
export function toAttribute(name: string, field: Field | undefined): string {
  return snakeCase(field?.nameInTerraform ?? name);
}

/*
 * Secrets. A secret that is only sent is write-only in Terraform and never stored. A version attribute shows a change
 * of it. A secret that the service creates is shown once (contract C3).
 */

/** Returns true for a secret that is sent, and that no response contains. */
export function isWriteOnly(field: Field): boolean {
  return behaves(field, 'inputOnly') && behaves(field, 'sensitive');
}

/** Returns true for a secret that the service creates: only the response to the creation contains it. */
export function isShownOnce(field: Field): boolean {
  return behaves(field, 'outputOnly') && behaves(field, 'sensitive');
}

/** The version attribute of the write-only field `name`: `clientSecretWoVersion` for `clientSecret`. */
export function versionField(name: string): readonly [string, Field] {
  const description = `Any number. Change it to send \`${name}\` again: Terraform does not store the secret and cannot see a change of it.`;
  return [`${name}WoVersion`, number(['optional'], description)];
}

/** Returns the fields, at every depth, with a version attribute for each write-only field. */
export function withVersions(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]): (readonly [string, Field])[] => {
      const own = [name, { ...field, type: versionsInside(field.type) }] as const;
      return isWriteOnly(field) ? [own, versionField(name)] : [own];
    }),
  );
}

function versionsInside(type: FieldType): FieldType {
  return type.is === 'message' ? { ...type, fields: withVersions(type.fields) } : type;
}

/** A rule about several fields of one object, as data: `checkFields` evaluates it, the reference shows it. */
export interface Rule {
  readonly rule: 'exactlyOneOf' | 'atMostOneOf' | 'atLeastOneOf';
  readonly fields: readonly string[];
  /** Makes the choice between the fields immutable: another one requires a new object. */
  readonly immutable?: boolean;
}

export const exactlyOneOf = (...fields: readonly string[]): Rule => ({ rule: 'exactlyOneOf', fields });

export const atMostOneOf = (...fields: readonly string[]): Rule => ({ rule: 'atMostOneOf', fields });

export const atLeastOneOf = (...fields: readonly string[]): Rule => ({ rule: 'atLeastOneOf', fields });

export const immutable = (rule: Rule): Rule => ({ ...rule, immutable: true });

/** Returns the rule as text: `exactly one of issuer, issuerPattern`. */
export function ruleText(rule: Rule, displayName: (field: string) => string = (field) => field): string {
  const names = rule.fields.map(displayName).join(', ');
  const words = { exactlyOneOf: 'exactly one of', atMostOneOf: 'at most one of', atLeastOneOf: 'at least one of' };
  return `${words[rule.rule]} ${names}`;
}

/** Returns true if the fields that are present satisfy the rule. */
export function satisfies(rule: Rule, isPresent: (field: string) => boolean): boolean {
  const count = rule.fields.filter(isPresent).length;
  if (rule.rule === 'exactlyOneOf') return count === 1;
  return rule.rule === 'atMostOneOf' ? count <= 1 : count >= 1;
}

/* Short notations for fields, which the declarations use: `string(['required'], 'Shown in …', { maxLength: 512 })`. */
type TypeOptions<I extends FieldType['is']> = Omit<Extract<FieldType, { is: I }>, 'is' | 'of' | 'fields'>;

export function string(
  behavior: readonly FieldBehavior[],
  description: string,
  type: TypeOptions<'string'> = {},
  options: FieldOptions = {},
): Field {
  return { type: { is: 'string', ...type }, behavior, description, ...options };
}

export function bool(behavior: readonly FieldBehavior[], description: string, options: FieldOptions = {}): Field {
  return { type: { is: 'bool' }, behavior, description, ...options };
}

export function integer(
  behavior: readonly FieldBehavior[],
  description: string,
  type: TypeOptions<'integer' | 'number'> = {},
): Field {
  return { type: { is: 'integer', ...type }, behavior, description };
}

export function number(
  behavior: readonly FieldBehavior[],
  description: string,
  type: TypeOptions<'integer' | 'number'> = {},
): Field {
  return { type: { is: 'number', ...type }, behavior, description };
}

export function timestamp(behavior: readonly FieldBehavior[], description: string, options: FieldOptions = {}): Field {
  return { type: { is: 'string', format: 'timestamp' }, behavior, description, ...options };
}

export function list(
  behavior: readonly FieldBehavior[],
  description: string,
  of: FieldType,
  type: TypeOptions<'list'> = {},
  options: FieldOptions = {},
): Field {
  return { type: { is: 'list', of, ...type }, behavior, description, ...options };
}

export function map(
  behavior: readonly FieldBehavior[],
  description: string,
  of: FieldType,
  options: FieldOptions = {},
): Field {
  return { type: { is: 'map', of }, behavior, description, ...options };
}

export function message(
  behavior: readonly FieldBehavior[],
  description: string,
  fields: Fields,
  rules: readonly Rule[] = [],
  options: FieldOptions = {},
): Field {
  return { type: { is: 'message', fields, rules }, behavior, description, ...options };
}

export function messages(
  behavior: readonly FieldBehavior[],
  description: string,
  fields: Fields,
  options: FieldOptions = {},
): Field {
  return { type: { is: 'list', of: { is: 'message', fields } }, behavior, description, ...options };
}

export function json(behavior: readonly FieldBehavior[], description: string, options: FieldOptions = {}): Field {
  return { type: { is: 'json' }, behavior, description, ...options };
}
