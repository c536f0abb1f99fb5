/**
 * The handshake of Terraform and a plugin: Terraform's offer in the environment, and the plugin's acceptance in one
 * line of stdout (go-plugin's contract, core version 1, with gRPC).
 */
export type Env = Readonly<Record<string, string | undefined>>;

export type Handshake =
  /** Started by a person or some other program: print help. */
  | { readonly kind: 'not-started-by-terraform' }
  /** Started by a Terraform we cannot serve: `reason` is for the user. */
  | { readonly kind: 'refused'; readonly reason: string }
  | {
      readonly kind: 'accepted';
      /** PEM of the only client certificate to let in; undefined when the user disabled TLS. */
      readonly clientCertificate: string | undefined;
      /** The host asked about multiplexing over one connection, which we decline. */
      readonly asksMultiplex: boolean;
    };

export interface Address {
  readonly network: 'unix' | 'tcp';
  /** A path, or `127.0.0.1:port`. */
  readonly address: string;
}

/** The version of the plugin protocol that is served. */
export const protocolVersion = 6;

/** Terraform's fixed value: it keeps people from starting a plugin by hand and is no secret. */
export const magicCookie = {
  name: 'TF_PLUGIN_MAGIC_COOKIE',
  value: 'd602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2',
} as const;

export function readHandshake(env: Env): Handshake {
  if (env[magicCookie.name] !== magicCookie.value) return { kind: 'not-started-by-terraform' };
  // The order of the list is random. A host that sends no list accepts every version.
  const offered = env.PLUGIN_PROTOCOL_VERSIONS?.split(',').map((version) => version.trim());
  if (offered !== undefined && !offered.includes(String(protocolVersion))) {
    return {
      kind: 'refused',
      reason:
        `this provider requires plugin protocol ${protocolVersion}, but the program that started it offers only ` +
        `${offered.join(', ')}. Use Terraform 1.8 or later, or OpenTofu 1.8 or later.`,
    };
  }
  return {
    kind: 'accepted',
    clientCertificate: env.PLUGIN_CLIENT_CERT === '' ? undefined : env.PLUGIN_CLIENT_CERT,
    asksMultiplex: Boolean(env.PLUGIN_MULTIPLEX_GRPC),
  };
}

/**
 * Returns the first and only line on stdout, with its newline. Terraform accepts the certificate only without base64
 * padding.
 */
export function handshakeLine(address: Address, certificate: Uint8Array | undefined, asksMultiplex: boolean): string {
  const encoded = Buffer.from(certificate ?? [])
    .toString('base64')
    .replace(/=+$/, '');
  const fields = [1, protocolVersion, address.network, address.address, 'grpc', encoded];
  return [...fields, ...(asksMultiplex ? [false] : [])].join('|') + '\n';
}
