/** Terraform plugin protocol 6 for Node: what a provider is written with. See README.md in this folder. */
export type { CtyType, Decimal, MaybeUnknown, Num, ValueOf } from './values/types';
export { Dyn, UNKNOWN, Unknown, isUnknown } from './values/types';
export type {
  Attribute,
  AttributeChange,
  AttributeOptions,
  Attributes,
  Block,
  Blocks,
  Mode,
  NestedType,
  Schema,
  ValidationIssue,
  Validator,
} from './schema/schema';
export {
  block,
  bool,
  dynamic,
  exactNum,
  list,
  map,
  nested,
  nestedList,
  nestedMap,
  nestedSet,
  num,
  object,
  schema,
  set,
  str,
  tuple,
} from './schema/attributes';
export type { ApplyConfig, Config, Plan, State } from './schema/views';
export type { Diagnostic, Path } from './sdk/diagnostics';
export { DiagError, Diags } from './sdk/diagnostics';
export type { BareContext, Context, Log, LogFields, ObjectContext, PrivateState } from './sdk/context';
export type {
  Checkpoint,
  DataSource,
  Identity,
  JsonObject,
  ModifyPlanContext,
  MoveSource,
  Resource,
} from './sdk/resource';
export type { Ephemeral, Opened } from './sdk/ephemeral';
export type { Parameter, ProviderFunction } from './sdk/function';
export { ArgError } from './sdk/function';
export type { Listed, ListResource } from './sdk/list';
export type { ConfigureContext, Provider } from './sdk/provider';
export { createHandlers, schemaProblems } from './server';
export type { Reattached } from './goplugin';
export { serve, startReattach } from './serve';
