/** The certificate and the private key of a server. They are read again when their files change. */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { readReason } from '../../base/files/read-error';

/** The paths of two files in PEM format. */
export interface TlsFiles {
  /** The certificate of the server, followed by the intermediate certificates. */
  readonly certFile: string;
  /** The private key of the certificate, without a passphrase. */
  readonly keyFile: string;
}

export interface Credentials {
  readonly cert: string;
  readonly key: string;
}

export interface CertificateFiles {
  readonly credentials: Credentials;
  /**
   * Returns new credentials if a file has changed since the last call. New files that cannot be used cause a warning of
   * the process, once, and the previous credentials stay in use.
   */
  readonly readIfChanged: () => Credentials | undefined;
}

/** Throws an `Error` that names the file and its problem. */
export function openCertificateFiles(files: TlsFiles): CertificateFiles {
  let stamp = getStamp(files);
  return {
    credentials: readCredentials(files),
    readIfChanged: () => {
      const current = getStamp(files);
      if (current === stamp) return undefined;
      stamp = current;
      try {
        return readCredentials(files);
      } catch (error) {
        process.emitWarning(`${(error as Error).message} New connections use the previous certificate.`);
        return undefined;
      }
    },
  };
}

function getStamp({ certFile, keyFile }: TlsFiles): string {
  const stampOfFile = (file: string): string => {
    const { ino, mtimeMs, size } = statSync(file, { throwIfNoEntry: false }) ?? {};
    return [ino, mtimeMs, size].join();
  };
  return [certFile, keyFile].map(stampOfFile).join(' ');
}

function readCredentials({ certFile, keyFile }: TlsFiles): Credentials {
  const certificate = `the certificate ${certFile}`;
  const privateKey = `the private key ${keyFile}`;
  const cert = readFile(certFile, certificate);
  const key = readFile(keyFile, privateKey);
  const parsed = attempt(
    () => new X509Certificate(cert),
    () => `Cannot use ${certificate}: it is not a certificate in PEM format.`,
  );
  const parsedKey = attempt(
    () => createPrivateKey(key),
    () => `Cannot use ${privateKey}: it is not a private key in PEM format without a passphrase.`,
  );
  if (!parsed.checkPrivateKey(parsedKey))
    throw new Error(`Cannot use ${privateKey}: it does not belong to ${certificate}.`);
  const end = new Date(parsed.validTo);
  if (end.getTime() < Date.now())
    throw new Error(`Cannot use ${certificate}: it expired at ${end.toISOString()}. Renew it.`);
  attempt(
    () => createSecureContext({ cert, key }),
    (reason) => `Cannot use ${certificate}: ${reason}.`,
  );
  return { cert, key };
}

function readFile(path: string, what: string): string {
  return attempt(
    () => readFileSync(path, 'utf8'),
    (reason) => `Cannot read ${what}: ${reason}.`,
  );
}

function attempt<T>(work: () => T, message: (reason: string) => string): T {
  try {
    return work();
  } catch (error) {
    throw new Error(message(readReason(error)), { cause: error });
  }
}
