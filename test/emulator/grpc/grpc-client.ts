import { join } from 'node:path';
import {
  credentials,
  loadPackageDefinition,
  Metadata,
  type Client,
  type ServiceClientConstructor,
  type ServiceError,
} from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';

export const protoFile = join(__dirname, '../../../src/emulator/grpc/platform.proto');

export const definition = loadSync(protoFile, { longs: String, defaults: false, arrays: true });

export interface GrpcClient {
  /** Calls a method with and without the token. Rejects with a `ServiceError`. */
  call(service: string, method: string, request?: object, token?: string): Promise<Record<string, any>>; // eslint-disable-line @typescript-eslint/no-explicit-any -- a test looks into answers freely
  close(): void;
}

/** A client of grpc-js that knows the service from the proto file alone. */
export function connectGrpc(baseUrl: string, token: string): GrpcClient {
  const services = (loadPackageDefinition(definition) as never as Record<string, Record<string, never>>)['platform'];
  const iam = (services as never as { iam: { v2beta1: Record<string, ServiceClientConstructor> } }).iam.v2beta1;
  const clients = new Map<string, Client>();
  const clientOf = (service: string): Client => {
    const known = clients.get(service) ?? new iam[service]!(new URL(baseUrl).host, credentials.createInsecure());
    clients.set(service, known);
    return known;
  };
  return {
    call: (service, method, request = {}, as = token) =>
      new Promise((resolve, reject) => {
        const metadata = new Metadata();
        if (as !== '') metadata.set('authorization', `Bearer ${as}`);
        const client = clientOf(service) as never as Record<string, (...args: unknown[]) => void>;
        const done = (error: ServiceError | null, answer: Record<string, unknown>) =>
          error === null ? resolve(answer) : reject(error);
        client[method]!(request, metadata, { deadline: Date.now() + 10_000 }, done);
      }),
    close: () => {
      for (const client of clients.values()) client.close();
    },
  };
}
