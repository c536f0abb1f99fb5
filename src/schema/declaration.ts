/**
 * What one declaration says of a kind, in the API's words. URLs, schemas, masks, routes, attributes, the reference page
 * and the conformance cases follow from it.
 */
import { collectionPath, parentUid, type ApiVersion, type Domain } from '../api';
import { snakeCase } from '../api';
import { behaves, isInput, isUpdatable, type Field, type Fields } from './field';
import type { Rule } from './rule';
import type { CreateInput, ResourceOf, UpdateInput } from './types';

export type Operation = 'list' | 'get' | 'create' | 'update' | 'delete';

export interface Filter {
  /** The field that is compared; `parent` means the group that holds the object. */
  readonly matches: string;
  /** Further fields of which any may match. */
  readonly orMatches?: readonly string[];
  /**
   * `equal`: the field has the value; `element`: the list in the field holds it; `since`: the timestamp in the field is
   * the value or later; `words`: the field contains the text, whatever its case; `include`: the parameter is true or
   * false, and unless it is true the list leaves out the objects whose field matches `pattern`. @default 'equal'
   */
  readonly compare?: 'equal' | 'element' | 'since' | 'words' | 'include';
  /** What `include` includes: a regular expression that some part of the field matches. */
  readonly pattern?: string;
  readonly description: string;
  /** Several values, any of which may match. */
  readonly repeated?: boolean;
}

export interface Parent {
  /** What Terraform and the props call the object in which this one lies: `groupUid`. */
  readonly name: string;
  readonly description: string;
  /** `rootGroup`: only a root group may hold it. `none`: may also stand alone. @default 'group' */
  readonly is?: 'group' | 'rootGroup' | 'groupOrNone';
  /** Some objects of the kind lie in nothing, though none can be made so: built-in roles, people. */
  readonly alsoRoots?: boolean;
}

export interface Declaration<F extends Fields = Fields> {
  /** The kind's name, as in `Group`. */
  readonly kind: string;
  readonly description: string;
  readonly domain: Domain;
  /** The path segment and the key of a list answer: `groups`. */
  readonly collection: string;
  /** The noun of the kind's capabilities: `groups` as in `groups.create`. */
  readonly capability: string;
  readonly operations: readonly Operation[];
  /** How many objects one `batchCreate` makes at most, all or none; absent: the service has none for the kind. */
  readonly batchSize?: number;
  /** What objects of the kind lie in. Absent: they are read only, wherever they lie. */
  readonly parent?: Parent;
  /** `ownUid`: objects have a segment of their own; `parentUid`: the object goes by its group's uid. @default 'ownUid' */
  readonly uidIs?: 'ownUid' | 'parentUid';
  readonly fields: F;
  readonly rules?: readonly Rule[];
  /** What, together with the parent, tells two objects of the kind apart for a person. */
  readonly naturalKey: readonly string[];
  /** Query parameters of the list beyond those that every list has. */
  readonly filters: Readonly<Record<string, Filter>>;
  /** The order of a list that names none. @default 'uid' */
  readonly defaultOrder?: string;
  /** The Terraform type, without the provider's name: `group`. Absent: the kind is no resource. */
  readonly terraformType?: string;
  /** An object as people would write it; fields that refer to other objects are left out. */
  readonly example: Readonly<Record<string, unknown>>;
  /** What changes when the example is updated. Absent if nothing can. */
  readonly exampleUpdate?: Readonly<Record<string, unknown>>;
  /** From the wire's spelling of values to ours. */
  readonly decode?: (wire: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;
  /** From our spelling of values to the wire's. */
  readonly encode?: (body: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;
}

/** Whether the filter is true or false, and includes what the list would leave out. */
export function isInclusion({ compare }: Filter): boolean {
  return compare === 'include';
}

/** Whether objects of the kind can lie in nothing, so that a search without a parent means those. */
export function hasRoots({ parent }: Declaration): boolean {
  return parent?.is === 'groupOrNone' || parent?.alsoRoots === true;
}

/** The typed views of a declaration. */
export type Resource<D> = D extends Declaration<infer F> ? ResourceOf<F> : never;
export type Create<D> = D extends Declaration<infer F> ? CreateInput<F> : never;
export type Update<D> = D extends Declaration<infer F> ? UpdateInput<F> : never;

/** Keeps the exact type of a declaration's fields. */
export function declareKind<const F extends Fields>(declaration: Declaration<F>): Declaration<F> {
  return declaration;
}

/** Whether the service offers the operation on the kind. */
export function offers(declaration: Declaration, operation: Operation): boolean {
  return declaration.operations.includes(operation);
}

/** The path of the kind's list, and the stem of every other path. */
export function listPath(declaration: Declaration, version?: ApiVersion): string {
  return collectionPath(declaration.domain, declaration.collection, version);
}

/** The uid of the group that holds an object; `undefined` if it stands alone. */
export function holderUid(declaration: Declaration, uid: string): string | undefined {
  return declaration.uidIs === 'parentUid' ? uid : parentUid(uid);
}

/** The fields that a create may carry. */
export function inputFields(declaration: Declaration): [string, Field][] {
  return Object.entries(declaration.fields).filter(([, field]) => isInput(field));
}

/** The fields that an update may change. */
export function updatableFields(declaration: Declaration): [string, Field][] {
  return Object.entries(declaration.fields).filter(([, field]) => isUpdatable(field));
}

/** The name of the field that holds the object's own uid. */
export function identifierField(declaration: Declaration): string {
  return (
    Object.keys(declaration.fields).find((name) => behaves(declaration.fields[name] as Field, 'identifier')) ?? 'uid'
  );
}

/** The kind in running text: `role binding`. */
export function kindInWords(declaration: Declaration): string {
  return snakeCase(declaration.kind.charAt(0).toLowerCase() + declaration.kind.slice(1)).replaceAll('_', ' ');
}
