/** The API before any protocol: what every edge calls. */
export type { Behaviour, BehaviourOf, Change, LookUp, Values } from './behaviour';
export type { Context } from './context';
export { createService, type Page, type Service, type ServiceOptions } from './service';
