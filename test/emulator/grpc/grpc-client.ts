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

const folder = join(__dirname, '../../../src/emulator/grpc');
const files = ['iam.proto', 'registry.proto', 'vulnerabilities.proto'].map((name) => join(folder, name));

export const definition = loadSync(files, { longs: String, defaults: false, arrays: true });

export interface GrpcClient {
  /** Calls a method of `iam`, or of the interface named before it (`registry.ReposService`). Rejects with a `ServiceError`. */
  call(service: string, method: string, request?: object, token?: string): Promise<Record<string, any>>; // oxlint-disable-line typescript/no-explicit-any -- a test looks into answers freely
  close(): void;
}

/** A client of grpc-js that knows the services from the proto files alone. */
export function connectGrpc(baseUrl: string, token: string): GrpcClient {
  const { host } = new URL(baseUrl);
  const { platform } = loadPackageDefinition(definition) as unknown as {
    readonly platform: Record<string, Record<string, Record<string, ServiceClientConstructor>>>;
  };
  const clients = new Map<string, Client>();
  const clientOf = (service: string): Client => {
    const [name = '', domain = 'iam'] = service.split('.').reverse();
    const known = clients.get(service) ?? new platform[domain]!['v2beta1']![name]!(host, credentials.createInsecure());
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
