import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import {
  credentials,
  loadPackageDefinition,
  Metadata,
  type Client,
  type ServiceClientConstructor,
  type ServiceError,
} from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';
import type { ApiVersion } from '../../../src/model/api';
import { protoTexts } from '../../../src/emulator/grpc/proto-files';
import { createAllServices } from '../../../src/emulator/grpc/services';
import { declarations } from '../../../src/model/kinds';

export const definition = loadDefinition(protoTexts(createAllServices(declarations)));

function loadDefinition(texts: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(tmpdir(), 'proto-'));
  try {
    for (const [name, text] of Object.entries(texts)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    return loadSync(Object.keys(texts), {
      ...{ longs: String, enums: String, defaults: false, arrays: true },
      includeDirs: [folder],
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The service of a domain in a version: `iam.v2beta1.GroupsService`. */
type Services = Record<string, Record<string, Record<string, ServiceClientConstructor>>>;

export interface GrpcClient {
  /**
   * Calls a method of `iam`, or of the interface named before it (`registry.ReposService`). Rejects with a
   * `ServiceError`.
   */
  call(service: string, method: string, request?: object, token?: string): Promise<Record<string, any>>; // oxlint-disable-line typescript/no-explicit-any -- a test looks into answers freely
  close(): void;
}

/** A client of grpc-js that knows the services from the proto files alone. */
export function connectGrpc(baseUrl: string, token: string, version: ApiVersion = 'v2beta1'): GrpcClient {
  const { host } = new URL(baseUrl);
  const { chainguard } = loadPackageDefinition(definition) as unknown as {
    readonly chainguard: { readonly platform: Services };
  };
  const clients = new Map<string, Client>();
  const clientOf = (service: string): Client => {
    const [name = '', domain = 'iam'] = service.split('.').reverse();
    const { [domain]: packages = {} } = chainguard.platform;
    // The services of callers have no version.
    const Service =
      packages[version]?.[name] ?? (packages as unknown as Record<string, ServiceClientConstructor>)[name]!;
    const known = clients.get(service) ?? new Service(host, credentials.createInsecure());
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
