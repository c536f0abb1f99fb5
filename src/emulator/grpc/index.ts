/** The API over gRPC, at the port of the HTTP interface. */
export { protoTexts } from './files';
export { createRpc, type Rpc } from './rpc';
export { createApiServer } from './server';
export { createSharedPort, type SharedPort } from './shared-port';
