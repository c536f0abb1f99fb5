import { createPrivateKey, X509Certificate } from 'node:crypto';
import fc from 'fast-check';
import { createCertificate } from '../../../src/plugin/goplugin/certificate';
import * as der from '../../../src/plugin/goplugin/der';

test('a Go client accepts the certificate: for localhost, self-signed, valid from a minute ago', () => {
  const now = new Date('2026-03-01T12:00:00Z');
  const { certificateDer, certificatePem, privateKeyPem } = createCertificate(() => now);
  const certificate = new X509Certificate(certificateDer);
  expect(certificate.subjectAltName).toBe('DNS:localhost');
  expect(certificate.subject).toBe('CN=localhost');
  expect(certificate.ca).toBe(true);
  expect(certificate.keyUsage).toEqual(['1.3.6.1.5.5.7.3.2', '1.3.6.1.5.5.7.3.1']);
  expect(certificate.verify(certificate.publicKey)).toBe(true);
  expect(certificate.checkPrivateKey(createPrivateKey(privateKeyPem))).toBe(true);
  expect(new Date(certificate.validFrom)).toEqual(new Date('2026-03-01T11:59:00Z'));
  expect(new Date(certificate.validTo)).toEqual(new Date('2027-03-01T12:00:00Z'));
  expect(new X509Certificate(certificatePem).raw.equals(certificateDer)).toBe(true);
});

test('a validity that reaches past 2049 is written so that it can still be read', () => {
  const certificate = new X509Certificate(createCertificate(() => new Date('2049-06-01T00:00:00Z')).certificateDer);
  expect(new Date(certificate.validTo)).toEqual(new Date('2050-06-01T00:00:00Z'));
});

test('every process has a key and a serial number of its own', () => {
  const [one, other] = [createCertificate(), createCertificate()];
  expect(one.privateKeyPem).not.toBe(other.privateKeyPem);
  expect(new X509Certificate(one.certificateDer).serialNumber).not.toBe(
    new X509Certificate(other.certificateDer).serialNumber,
  );
});

test('integers are written in the fewest bytes and never read as negative', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 20 }), (magnitude) => {
      const [tag, length, ...content] = der.derInteger(magnitude);
      expect([tag, length]).toEqual([0x02, content.length]);
      expect(content[0]! < 0x80).toBe(true);
      expect(content.length === 1 || content[0] !== 0 || content[1]! >= 0x80).toBe(true);
      expect(BigInt(`0x${Buffer.from(content).toString('hex')}`)).toBe(
        BigInt(`0x${Buffer.from(magnitude).toString('hex')}`),
      );
    }),
  );
});

test('lengths take one byte up to 127 and then as many as they need', () => {
  expect([...der.octetString(Buffer.alloc(127)).subarray(0, 2)]).toEqual([0x04, 127]);
  expect([...der.octetString(Buffer.alloc(128)).subarray(0, 3)]).toEqual([0x04, 0x81, 128]);
  expect([...der.octetString(Buffer.alloc(0x1_2345)).subarray(0, 5)]).toEqual([0x04, 0x83, 0x01, 0x23, 0x45]);
});

test('object identifiers are packed in base 128', () => {
  expect(der.objectIdentifier('1.2.840.10045.4.3.2').toString('hex')).toBe('06082a8648ce3d040302');
});
