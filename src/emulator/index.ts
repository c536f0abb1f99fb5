/**
 * The Platform Management API, embedded: for trying things without an account, and for tests.
 *
 * ```ts
 * const { baseUrl, token, rootGroupUid, close } = await startEmulator({ thread: true });
 * ```
 */
export type { OidcTokenRequest } from './auth';
export { createEmulator, type Emulator } from './emulator';
export type { EmulatorOptions } from './options';
export { EXCHANGES, type Exchange } from './exchanges';
export type { AddedFault, Fault, Faults } from './faults';
export type { LoggedRequest, RequestLog } from './request-log';
export type { Organization } from './organization';
export type { SeedObject, SeedTree } from './seed';
export {
  startEmulator,
  type RunningEmulator,
  type RunningFaults,
  type RunningRequestLog,
  type StartOptions,
} from './running';
export type { ServerOptions } from './server';
