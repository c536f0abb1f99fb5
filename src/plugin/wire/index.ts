/** Terraform plugin protocol 6 on the wire: messages as data tables, their types, and the codec. */
export { decode, encode } from '../../grpc/codec';
export type { Decoded, Init, MessageType } from '../../grpc/message';
export * from './messages';
export * from './schema-messages';
export { providerMethods, providerServiceName } from './service';
export type { CallContext, Handler, Handlers, Method, RequestOf, ResponseOf, RpcName } from './service';
