/**
 * The declaration of a kind, in the API's words. URLs, schemas, masks, routes, attributes, the reference page and the
 * conformance cases are derived from it, through the functions in this file.
 */
import { onceFor } from '../../base/cache/once-for';
import {
  type ApiVersion,
  camelCase,
  collectionPath,
  type Domain,
  parentUid,
  PROVIDER_NAME,
  snakeCase,
  SORT_KEY_ALIASES,
  type Values,
} from '../api';
import { behaves, type Field, type Fields, isInput, isUpdatable, type Rule, toAttribute } from './field';
import type { ProtobufFacts } from './protobuf';
import type { TerraformFacts } from './terraform-facts';

export type Operation = 'list' | 'get' | 'create' | 'update' | 'delete';

export interface Filter {
  /** The field that is compared; `parent` means the group that holds the object. */
  readonly matches: string;
  /** Further fields that may match instead. */
  readonly orMatches?: readonly string[];
  /**
   * `equal`: the field has the value; `element`: the list in the field holds it; `since`: the timestamp in the field is
   * the value or later; `words`: the field contains the text, in upper or lower case; `include`: the parameter is true
   * or false, and unless it is true the list leaves out the objects whose field matches `pattern`. @default 'equal'
   */
  readonly compare?: 'equal' | 'element' | 'since' | 'words' | 'include';
  /** The objects that `include` includes: a regular expression that matches some part of the field. */
  readonly pattern?: string;
  readonly description: string;
  /** The values that there are; any other is INVALID_ARGUMENT. */
  readonly oneOf?: readonly string[];
  /** Several values; one match is enough. */
  readonly repeated?: boolean;
}

export interface Parent {
  /** The name of the parent in Terraform and the props: `groupUid`. */
  readonly name: string;
  readonly description: string;
  /** The kind of the parent. @default the kind that can contain objects of its own kind */
  readonly kind?: string;
  /** `rootGroup`: only a root group may hold it. `none`: may also stand alone. @default 'group' */
  readonly is?: 'group' | 'rootGroup' | 'groupOrNone';
  /** Some objects of the kind have no parent, although none can be created so: built-in roles, people. */
  readonly alsoRoots?: boolean;
}

/** Facts about who can act as an object, and about the access that it gives. */
export interface AccessFacts {
  /** Workloads assume objects of the kind by a token exchange, which caches them (contract T8). @default false */
  readonly assumable?: boolean;
  /** For role bindings only. `AccessGraph.grants` has the grants of all sources. */
  readonly grants?: RoleGrant;
  /** The message that decides who signs in through objects of the kind, and who is in their external groups. */
  readonly signIn?: string;
}

/** An object of the kind gives a role in its group: the fields for the identity and for the role. */
export interface RoleGrant {
  readonly to: string;
  readonly role: string;
}

/** A call that answers the uid of an object, also of one that is yet to come (contract O5). */
export interface UidLookup {
  /** As the client calls it. */
  readonly method: 'lookupIdentity';
  /** The values, in this order. */
  readonly by: readonly [LookupParameter, LookupParameter];
}

export interface LookupParameter {
  readonly name: string;
  readonly description: string;
}

/** A `batchCreate` creates all of its objects or none. */
export interface Batch {
  /** The maximum number of objects. */
  readonly size: number;
  /** Fields that a batch may give once for all of its objects that leave them out. */
  readonly defaults?: readonly string[];
}

export interface Examples {
  /** An object as people would write it; fields that refer to other objects are left out. */
  readonly create: Values;
  /** The changes of an update. Absent if nothing can be updated. */
  readonly update?: Values;
}

export interface WireConversion {
  /** Converts values from the wire's representation to ours. */
  readonly decode: (wire: Values) => Values;
  /** Converts values from our representation to the wire's. */
  readonly encode: (body: Values) => Values;
}

export interface Declaration {
  /** The kind's name, as in `Group`. */
  readonly kind: string;
  readonly description: string;
  readonly domain: Domain;
  /** The path segment and the key of a list response: `groups`. */
  readonly collection: string;
  /** The noun of the kind's capabilities: `groups` as in `groups.create`. */
  readonly capability: string;
  readonly operations: readonly ['list', 'get', ...Operation[]];
  /** Absent: the service has no `batchCreate` for the kind. */
  readonly batch?: Batch;
  /** True if the service deletes several objects of one parent with `batchDelete`. @default false */
  readonly hasBatchDelete?: boolean;
  /** The kind of the parent. Absent: the kind is read-only, under any parent. */
  readonly parent?: Parent;
  /**
   * `ownUid`: objects have a segment of their own; `parentUid`: the object is identified by its group's uid. @default
   * 'ownUid'
   */
  readonly uidScheme?: 'ownUid' | 'parentUid';
  readonly fields: Fields;
  /**
   * Fields of the service that no resource has, by path: `company`, `oidc.correlationRule`. Data sources show them. An
   * update of ours never names them, and never resets them.
   */
  readonly unmanagedFields?: Fields;
  readonly rules?: readonly Rule[];
  /** The fields that, together with the parent, distinguish two objects of the kind for a person. */
  readonly naturalKey: readonly string[];
  /** Query parameters of the list beyond those that every list has. */
  readonly filters: Readonly<Record<string, Filter>>;
  /** The order of a list that names none. @default 'uid' */
  readonly defaultOrder?: string;
  readonly lookup?: UidLookup;
  /** Absent: the kind is no resource. */
  readonly terraform?: TerraformFacts;
  readonly access?: AccessFacts;
  readonly examples: Examples;
  /** Absent: our values have the representation of the wire. */
  readonly wire?: WireConversion;
  /** The numbers of the fields in protocol buffers. */
  readonly protobuf: ProtobufFacts;
}

/** Returns true for a boolean filter that includes objects which the list would omit. */
export function isInclusion({ compare }: Filter): boolean {
  return compare === 'include';
}

/** Returns true if objects of the kind can have no parent. A search without a parent then finds these. */
export function hasRoots({ parent }: Declaration): boolean {
  return parent?.is === 'groupOrNone' || parent?.alsoRoots === true;
}

/**
 * The TypeScript types of a kind. `npm run docs` writes them from the declaration, a documented interface each, because
 * an editor shows nothing on hover for types that are computed.
 */
export interface KindTypes {
  /** The fields of a response. */
  readonly resource: object;
  /** The fields of a create; `never` if the service has none. */
  readonly create: object;
  /** The fields of an update; `never` if the service has none. */
  readonly update: object;
  /** The filters of lists. */
  readonly filters: object;
  /** The fields that lists can be ordered by. */
  readonly sortKey: string;
  /** The names of the fields that no resource manages, outside of messages. */
  readonly unmanaged: string;
}

/** The types of a kind that the compiler does not know. */
export interface UntypedKind {
  readonly resource: Values;
  readonly create: Values;
  readonly update: Values;
  readonly filters: Values;
  readonly sortKey: string;
  readonly unmanaged: never;
}

/** A declaration whose types are known to the compiler. */
export interface Kind<T extends KindTypes = UntypedKind> extends Declaration {
  readonly fields: Readonly<Record<FieldNames<T>, Field>>;
  /** Never set: carries the types. */
  readonly types?: T;
}

/** A field is in the create request, in the response, or in both. Fields that no resource manages are declared apart. */
type FieldNames<T extends KindTypes> = Exclude<
  Extract<keyof T['resource'] | KeysUnlessNever<T['create']>, string>,
  T['unmanaged']
>;
type KeysUnlessNever<T> = [T] extends [never] ? never : keyof T;

type KindTypesIn<D> = D extends Kind<infer T> ? (KindTypes extends T ? UntypedKind : T) : UntypedKind;

/** The fields of a response of a kind: `Resource<typeof group>`. */
export type Resource<D> = KindTypesIn<D>['resource'];
/** The fields of a create of a kind. */
export type Create<D> = KindTypesIn<D>['create'];
/** The fields of an update of a kind: only those to change. */
export type Update<D> = KindTypesIn<D>['update'];
/** The filters of lists of a kind. */
export type Filters<D> = KindTypesIn<D>['filters'];
/** The sort keys of lists of a kind: a field, optionally followed by ` asc` or ` desc`. */
export type OrderBy<D> = `${KindTypesIn<D>['sortKey']}${'' | ' asc' | ' desc'}`;

/** Gives a declaration its generated types. */
export function declareKind<T extends KindTypes = UntypedKind>(declaration: Kind<T>): Kind<T> {
  return declaration;
}

/** Returns true if the service offers the operation on the kind. */
export function offers(declaration: Declaration, operation: Operation): boolean {
  return declaration.operations.includes(operation);
}

/** Returns the path of the list of the kind, which every other path begins with. */
export function listPath(declaration: Declaration, version?: ApiVersion): string {
  return collectionPath(declaration.domain, declaration.collection, version);
}

/** Returns the uid of the group of an object; `undefined` without a group. */
export function findParentUid(declaration: Declaration, uid: string): string | undefined {
  return declaration.uidScheme === 'parentUid' ? uid : parentUid(uid);
}

/** Returns the attribute of a field in Terraform, by the field's name. */
export function getAttribute({ fields }: Declaration, name: string): string {
  return toAttribute(name, fields[name]);
}

/** Returns the field of an attribute in Terraform. The parent and fields of Terraform alone have their names in camel case. */
export function getFieldName({ fields }: Declaration, attribute: string): string {
  return Object.keys(fields).find((name) => toAttribute(name, fields[name]) === attribute) ?? camelCase(attribute);
}

/** The fields that a create may carry. */
export function inputFields(declaration: Declaration): [string, Field][] {
  return Object.entries(declaration.fields).filter(([, field]) => isInput(field));
}

/** The fields that an update may change. */
export function updatableFields(declaration: Declaration): [string, Field][] {
  return Object.entries(declaration.fields).filter(([, field]) => isUpdatable(field));
}

/** Returns the fields that decide access. An update reads the object before it overwrites one of them. */
export const accessFields = onceFor(({ fields }: Declaration): readonly [string, Field][] =>
  Object.entries(fields).filter(([, field]) => field.decidesAccess === true),
);

/** Returns true if a field of the kind decides access. */
export function decidesAccess(declaration: Declaration): boolean {
  return accessFields(declaration).length > 0;
}

/** The name of the field that holds the object's own uid. */
export const identifierField = onceFor((declaration: Declaration): string => {
  const fields = Object.entries(declaration.fields);
  return fields.find(([, field]) => behaves(field, 'identifier'))?.[0] ?? 'uid';
});

/** The fields that lists can be ordered by, and the other names that the service has for them. */
export function sortKeys(declaration: Declaration): string[] {
  const fields = Object.entries(declaration.fields)
    .filter(
      ([, field]) => ['string', 'bool', 'integer'].includes(field.type.is) && !behaves(field, 'inputOnly', 'sensitive'),
    )
    .map(([name]) => camelCase(name));
  const aliases = Object.keys(SORT_KEY_ALIASES).filter((alias) => fields.includes(SORT_KEY_ALIASES[alias] ?? ''));
  const own = declaration.defaultOrder?.split(' ').slice(0, 1) ?? [];
  return [...new Set([...fields, ...aliases, ...own])];
}

/** The kind's type in Terraform: `platform_role_binding`. A kind that is not a resource uses its name. */
export function typeName(declaration: Declaration): string {
  return `${PROVIDER_NAME}_${declaration.terraform?.type ?? kindInWords(declaration).replaceAll(' ', '_')}`;
}

/** The data source of the kind's list: `platform_role_bindings`. */
export function pluralTypeName({ collection }: Declaration): string {
  return `${PROVIDER_NAME}_${snakeCase(collection)}`;
}

/** The kind in running text: `role binding`. */
export function kindInWords(declaration: Declaration): string {
  return snakeCase(declaration.kind.charAt(0).toLowerCase() + declaration.kind.slice(1)).replaceAll('_', ' ');
}
