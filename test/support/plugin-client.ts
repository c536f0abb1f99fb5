/**
 * The other side of go-plugin: starts a provider as Terraform does and calls it. It speaks gRPC through a library that
 * the provider does not use, so that a misreading of the protocol cannot hide on both sides.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { createInterface } from 'node:readline';
import * as grpc from '@grpc/grpc-js';
import { createCertificate, type Certificate } from '../../src/plugin/goplugin/certificate';
import { magicCookie } from '../../src/plugin/goplugin/handshake';
import { decode, encode } from '../../src/grpc/codec';
import { providerMethods, providerServiceName, type RequestOf, type RpcName } from '../../src/plugin/wire/service';
import type { Init, MessageType } from '../../src/grpc/message';

export interface PluginProcess {
  readonly child: ChildProcess;
  /** The first line of stdout; undefined when the process ended without one. */
  readonly line: string | undefined;
  /** All that came on stderr so far. */
  stderr(): string;
  /** The exit code, or the signal that ended it. */
  readonly exited: Promise<number | NodeJS.Signals>;
  /** Opens a connection; `as` is the client's certificate (its own by default, null for none at all). */
  connect(as?: Certificate | null): PluginConnection;
  /** Closes the connections and ends the process; resolves when it has ended. */
  kill(): Promise<void>;
}

export interface PluginConnection {
  /** A call of the provider's own service. Rejects with the gRPC status as `code`. */
  call<N extends RpcName>(name: N, request?: Init<RequestOf<N>>): Promise<unknown>;
  /** A call of any service by its path, with encoded messages. */
  raw(path: string, request?: Uint8Array, options?: grpc.CallOptions): Promise<Uint8Array>;
  /** Begins a call and gives it up when `cancel` is called. */
  begin<N extends RpcName>(name: N, request?: Init<RequestOf<N>>): { readonly done: Promise<unknown>; cancel(): void };
  /** Opens a stream with messages in both directions and returns it. */
  open(path: string): grpc.ClientDuplexStream<Uint8Array, Uint8Array>;
  shutdown(): Promise<void>;
  close(): void;
}

/** Starts `file` with node in the environment of a plugin. `env` adds to it; undefined removes a variable. */
export async function startPlugin(
  file: string,
  options: { readonly env?: Readonly<Record<string, string | undefined>>; readonly args?: readonly string[] } = {},
): Promise<PluginProcess> {
  const own = createCertificate();
  const env = {
    ...withoutLogging(process.env),
    [magicCookie.name]: magicCookie.value,
    PLUGIN_PROTOCOL_VERSIONS: '6,5',
    PLUGIN_MIN_PORT: '10000',
    PLUGIN_MAX_PORT: '25000',
    PLUGIN_CLIENT_CERT: own.certificatePem,
    ...options.env,
  };
  const child = spawn(process.execPath, [file, ...(options.args ?? [])], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const connections: PluginConnection[] = [];
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  const exited = new Promise<number | NodeJS.Signals>((resolve) => {
    child.on('exit', (code, signal) => resolve(signal ?? code ?? -1));
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const first = await lines.next();
  const line = first.done === true ? undefined : first.value;
  return {
    child,
    line,
    stderr: () => errors,
    exited,
    connect(as = own) {
      const credentials = env.PLUGIN_CLIENT_CERT === undefined ? undefined : tls(line, as);
      const connection = connect(addressIn(line), credentials);
      connections.push(connection);
      return connection;
    },
    async kill() {
      for (const connection of connections) connection.close();
      child.kill('SIGKILL');
      await exited;
    },
  };
}

/** Connects to a server whose handshake is known, in plain text unless there are credentials. */
export function connect(address: string, credentials = grpc.credentials.createInsecure()): PluginConnection {
  const client = new grpc.Client(address, credentials, {
    'grpc.ssl_target_name_override': 'localhost',
    'grpc.default_authority': 'localhost',
    'grpc.max_receive_message_length': -1,
    'grpc.max_send_message_length': -1,
    'grpc.use_local_subchannel_pool': 1,
  });
  const beginRaw = (
    path: string,
    request: Uint8Array,
    options: grpc.CallOptions = {},
  ): { done: Promise<Uint8Array>; cancel: () => void } => {
    let call: grpc.ClientUnaryCall | undefined;
    const done = new Promise<Uint8Array>((resolve, reject) => {
      const settle = (error: grpc.ServiceError | null, answer?: Buffer): void =>
        error === null ? resolve(answer ?? new Uint8Array(0)) : reject(error);
      const limited = { deadline: Date.now() + callLimitMs, ...options };
      call = client.makeUnaryRequest(path, asBuffer, asIs, request, new grpc.Metadata(), limited, settle);
    });
    return { done, cancel: () => call?.cancel() };
  };
  const begin = (name: RpcName, request: object = {}): { done: Promise<unknown>; cancel: () => void } => {
    const method = providerMethods[name];
    const bytes = encode(method.request as MessageType<object>, request);
    const { done, cancel } = beginRaw(`/${providerServiceName}/${name}`, bytes);
    return { done: done.then((answer) => decode(method.response as MessageType<unknown>, answer)), cancel };
  };
  return {
    call: (name, request) => begin(name, request as object).done,
    raw: (path, request = new Uint8Array(0), options) => beginRaw(path, request, options).done,
    begin: (name, request) => begin(name, request as object),
    open: (path) => client.makeBidiStreamRequest(path, asBuffer, asIs),
    async shutdown() {
      await beginRaw('/plugin.GRPCController/Shutdown', new Uint8Array(0)).done;
    },
    close: () => client.close(),
  };
}

const callLimitMs = 10_000;
const asBuffer = (message: Uint8Array): Buffer => Buffer.from(message);
const asIs = (message: Buffer): Buffer => message;

function addressIn(line: string | undefined): string {
  const [, , network, address] = (line ?? '').split('|');
  if (address === undefined) throw new Error(`no handshake line: ${String(line)}`);
  return network === 'unix' ? `unix:${address}` : address;
}

function tls(line: string | undefined, as: Certificate | null): grpc.ChannelCredentials {
  const certificate = new X509Certificate(Buffer.from((line ?? '').split('|')[5] ?? '', 'base64')).toString();
  const pem = [as?.privateKeyPem, as?.certificatePem].map((text) => (text === undefined ? null : Buffer.from(text)));
  return grpc.credentials.createSsl(Buffer.from(certificate), ...(pem as [Buffer | null, Buffer | null]));
}

function withoutLogging(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/^(TF_|PLUGIN_|NODE_OPTIONS)/.test(name)));
}
