/** Terraform plugin protocol 6 for Node: the interface for writing a provider. See `docs/plugin.md`. */
export {
  type CtyType,
  type Decimal,
  Dyn,
  isUnknown,
  type MaybeUnknown,
  type Num,
  Unknown,
  UNKNOWN,
  type ValueOf,
  type Values,
} from './values/types';
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
export type { ApplyConfig, Config, Plan, State } from './schema/schema';
export { DiagError, type Diagnostic, Diags, type Path } from './sdk/diagnostics';
export { type BareContext, type Context, HostGoneError, type ObjectContext, type PrivateState } from './sdk/context';
export { type Log, type LogFields } from './sdk/log';
export type {
  Checkpoint,
  DataSource,
  Ephemeral,
  Identity,
  Listed,
  ListResource,
  ModifyPlanContext,
  MoveSource,
  Opened,
  Resource,
} from './sdk/resource';
export { ArgError, type ConfigureContext, type Parameter, type Provider, type ProviderFunction } from './sdk/provider';
export { schemaProblems } from './server';

export { serve, startReattach, type Reattached, type ReattachOptions } from './serve';
