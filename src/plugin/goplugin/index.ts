/** go-plugin for Node: how a provider's process talks to the Terraform that started it. */
export type { Level, Log, LogFields } from './log';
export { createLog } from './log';
export type { Reattached } from './reattach';
export { startReattach } from './reattach';
export type { Plugin } from './plugin';
export { servePlugin } from './serve';
