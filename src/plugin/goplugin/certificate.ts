/**
 * The server's certificate: self-signed, for `localhost`, generated in every process. Terraform trusts exactly the
 * certificate that the handshake line carries. The private key stays in memory and is never written anywhere.
 */
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import * as der from './der';

export interface Certificate {
  readonly certificateDer: Buffer;
  readonly certificatePem: string;
  readonly privateKeyPem: string;
}

/** Uses a P-256 key. Of the keys that Terraform accepts, it takes the least time to create, about 2 ms. */
export function createCertificate(now: () => Date = () => new Date()): Certificate {
  const { privateKey: privateKeyPem, publicKey } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const algorithm = der.sequence(der.objectIdentifier(oid.ecdsaWithSha256));
  const name = der.sequence(
    der.derSet(der.sequence(der.objectIdentifier(oid.commonName), der.utf8String('localhost'))),
  );
  const content = der.sequence(
    der.tagged(0, der.derInteger(Buffer.from([version3])), true),
    der.derInteger(randomBytes(16)),
    algorithm,
    name,
    // From a minute ago, in case the clock is set back a little meanwhile.
    der.sequence(der.derTime(minutesAfter(now(), -1)), der.derTime(minutesAfter(now(), validMinutes))),
    name,
    publicKey,
    der.tagged(3, extensions(), true),
  );
  const certificateDer = der.sequence(content, algorithm, der.bitString(sign('sha256', content, privateKeyPem)));
  return {
    certificateDer,
    certificatePem: pem(certificateDer),
    privateKeyPem,
  };
}

const oid = {
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
  commonName: '2.5.4.3',
  keyUsage: '2.5.29.15',
  subjectAltName: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  extKeyUsage: '2.5.29.37',
  serverAuth: '1.3.6.1.5.5.7.3.1',
  clientAuth: '1.3.6.1.5.5.7.3.2',
} as const;

const version3 = 2;
/** Long, because a run may be suspended with the laptop it is on; the key is gone when the process ends. */
const validMinutes = 365 * 24 * 60;
/** digitalSignature, keyEncipherment, keyAgreement, keyCertSign: bits 0, 2, 4 and 5, two of them unused. */
const keyUsages = { bits: Buffer.from([0b10101100]), unusedBits: 2 };

function extensions(): Buffer {
  return der.sequence(
    extension(oid.basicConstraints, der.sequence(der.boolean(true)), true),
    extension(oid.keyUsage, der.bitString(keyUsages.bits, keyUsages.unusedBits), true),
    extension(
      oid.extKeyUsage,
      der.sequence(der.objectIdentifier(oid.clientAuth), der.objectIdentifier(oid.serverAuth)),
    ),
    // The only name that a Go client reads: [2] dNSName.
    extension(oid.subjectAltName, der.sequence(der.tagged(2, Buffer.from('localhost'), false))),
  );
}

function extension(id: string, value: Buffer, critical = false): Buffer {
  return der.sequence(der.objectIdentifier(id), ...(critical ? [der.boolean(true)] : []), der.octetString(value));
}

function minutesAfter(date: Date, minutes: number): Date {
  return new Date(date.getTime() + minutes * 60_000);
}

function pem(bytes: Buffer): string {
  const lines = bytes.toString('base64').replace(/.{64}(?=.)/g, '$&\n');
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
}
