/** The IAM interface over gRPC, at the port of the HTTP interface. */
export { createGrpcServer } from './http2-server';
export { createRpc, type Rpc } from './rpc';
export { createSharedPort, type SharedPort } from './shared-port';
