/** For tests of providers: a host in the same process that asks as Terraform does. */
export { connect, HostError, readDiagnostics, type Connection, type HostDiagnostic } from './connection';
export { startHost, type Host, type HostOptions } from './host';
export { proposedNew } from './configuration';
export type { PlannedChange, ResourceInstance } from './resource-instance';
