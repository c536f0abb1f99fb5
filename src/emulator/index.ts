/**
 * The emulator of the Platform Management API: for tests, and to try it without an account.
 *
 * ```ts
 * const { baseUrl, token, rootGroupUid, close } = await startEmulator({ thread: true });
 * ```
 */
export type { OidcTokenRequest, SignInTokenRequest } from './auth';
export type { TlsFiles } from './running/certificate-files';
export { builtInRoleUid } from './behavior';
export { createEmulator, type Emulator, type EmulatorOptions, type Replica } from './running/emulator';
export type { Fault } from './faults/fault';
export type { LiveLike } from './faults/live-like';
export type { AddedFault, Faults } from './faults/fault-injector';
export { EXCHANGES, type LoggedExchange, type LoggedRequest, type RequestLog } from './wire/request-log';
export type { SeededOrganization } from './seed/organization';
export type { SeedObject, SeedTree } from './seed/seed';
export type { RunningEmulator, RunningFaults, RunningRequestLog } from './running/handle';
export { startEmulator, type StartOptions } from './running/start';
export { isDataFileInUse } from './store/database';
export type { ServerOptions } from './running/server';
