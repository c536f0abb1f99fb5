/** The API before any protocol: what REST, v1 and gRPC call. */
export type { Behaviour, BehaviourOf, Change, Context, LookUp, Values } from './behaviour';
export { createService, type Page, type Service, type ServiceOptions } from './service';
