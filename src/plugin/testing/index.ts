/** For tests of providers: a host in the same process that calls the provider as Terraform does. */
export { HostError, type Connection, type HostDiagnostic } from './connection';
export { startHost, type Host, type HostOptions } from './host';
export type { FoundObject, ListOptions, ListResults } from './query';
export type { PlannedChange, ResourceInstance } from './resource-instance';
