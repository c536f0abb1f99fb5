/** Starting an emulator at a socket, and the handle of one that runs. */
export type { RunningEmulator, RunningFaults, RunningRequestLog } from './handle';
export { startEmulator, type StartOptions } from './start';
