import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openCertificateFiles } from '../../../src/emulator/running/certificate-files';
import { createCertificate } from '../../../src/plugin/goplugin/certificate';

const folder = mkdtempSync(join(tmpdir(), 'certificate-files-'));
const certFile = join(folder, 'cert.pem');
const keyFile = join(folder, 'key.pem');
const files = { certFile, keyFile };
const [current, renewed] = [createCertificate(), createCertificate()];

function write(cert: string, key: string): void {
  writeFileSync(certFile, cert);
  writeFileSync(keyFile, key);
}
beforeEach(() => write(current.certificatePem, current.privateKeyPem));
afterAll(() => rmSync(folder, { recursive: true }));

const expired = createCertificate(() => new Date('2020-01-01T00:00:00Z'));
const encrypted = generateKeyPairSync('ec', {
  namedCurve: 'P-256',
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'secret' },
}).privateKey;

test.each([
  ['no certificate', 'nothing', current.privateKeyPem, `Cannot use the certificate ${certFile}: it is not a cert`],
  ['no key', current.certificatePem, 'nothing', `Cannot use the private key ${keyFile}: it is not a private key`],
  ['an encrypted key', current.certificatePem, encrypted, 'in PEM format without a passphrase.'],
  ['another key', current.certificatePem, renewed.privateKeyPem, `it does not belong to the certificate ${certFile}.`],
  ['an expired certificate', expired.certificatePem, expired.privateKeyPem, 'it expired at 20'],
])('%s is an error that names the file', (_, cert, key, message) => {
  write(cert, key);
  expect(() => openCertificateFiles(files)).toThrow(message);
});

test('a missing file is an error that names it', () => {
  const missing = join(folder, 'missing.pem');
  expect(() => openCertificateFiles({ ...files, certFile: missing })).toThrow(
    `Cannot read the certificate ${missing}: no such file.`,
  );
});

test('changed files are read once', () => {
  const { credentials, readIfChanged: changed } = openCertificateFiles(files);
  expect(credentials.cert).toBe(current.certificatePem);
  expect(changed()).toBeUndefined();
  write(`${renewed.certificatePem}\n`, `${renewed.privateKeyPem}\n`);
  expect(changed()).toEqual({ cert: `${renewed.certificatePem}\n`, key: `${renewed.privateKeyPem}\n` });
  expect(changed()).toBeUndefined();
});

test('a certificate whose key is not written yet causes one warning, until the key is written', () => {
  const { readIfChanged: changed } = openCertificateFiles(files);
  const warn = jest.spyOn(process, 'emitWarning').mockReturnValue();
  writeFileSync(certFile, `${renewed.certificatePem}\n`);
  expect(changed()).toBeUndefined();
  expect(changed()).toBeUndefined();
  expect(warn.mock.calls).toEqual([
    [
      `Cannot use the private key ${keyFile}: it does not belong to the certificate ${certFile}. New connections use the previous certificate.`,
    ],
  ]);
  writeFileSync(keyFile, `${renewed.privateKeyPem}\n`);
  expect(changed()?.key).toBe(`${renewed.privateKeyPem}\n`);
});
