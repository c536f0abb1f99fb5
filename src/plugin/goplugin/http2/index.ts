/** HTTP/2 for a server with one client, as much of it as gRPC needs. */
export { serveConnection } from './connection';
export { encodeHeaders } from './hpack';
export type { Stream } from './stream';
