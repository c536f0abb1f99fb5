/** The API before any protocol: what REST, v1 and gRPC call. */
export type { Values } from '../../api';
export type { Behaviour, BehaviourOf, Change, Context, LookUp } from './behaviour';
export { createService, type Page, type Service, type ServiceOptions } from './service';
