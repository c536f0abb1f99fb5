import { createCertificate } from '../../../src/plugin/goplugin/certificate';
import { handshakeLine, magicCookie, readHandshake } from '../../../src/plugin/goplugin/handshake';

const started = { [magicCookie.name]: magicCookie.value };

test('over 200 certificates the line never holds base64 padding and always the whole certificate', () => {
  for (let start = 0; start < 200; start += 1) {
    const { certificateDer } = createCertificate();
    const line = handshakeLine({ network: 'unix', address: '/tmp/x' }, certificateDer, false);
    const fields = line.slice(0, -1).split('|');
    expect(fields.slice(0, 5)).toEqual(['1', '6', 'unix', '/tmp/x', 'grpc']);
    expect(fields).toHaveLength(6);
    expect(fields[5]).toMatch(/^[A-Za-z0-9+/]+$/);
    expect(Buffer.from(fields[5]!, 'base64').equals(certificateDer)).toBe(true);
    expect(line.endsWith('\n')).toBe(true);
  }
});

test('without the cookie nobody is served', () => {
  expect(readHandshake({})).toEqual({ kind: 'not-started-by-terraform' });
  expect(readHandshake({ [magicCookie.name]: 'x' })).toEqual({ kind: 'not-started-by-terraform' });
});

test('protocol 6 is found in a list of any order; a host that sends none gets it too', () => {
  for (const versions of ['6', '5,6', '6,5', ' 5, 6 ', undefined]) {
    expect(readHandshake({ ...started, PLUGIN_PROTOCOL_VERSIONS: versions }).kind).toBe('accepted');
  }
});

test('a host that offers other versions is refused with a reason and a way out', () => {
  for (const versions of ['5', '5,7', '66']) {
    expect(readHandshake({ ...started, PLUGIN_PROTOCOL_VERSIONS: versions })).toEqual({
      kind: 'refused',
      reason: expect.stringMatching(/requires plugin protocol 6.*Use Terraform 1\.8 or later/),
    });
  }
});

test('a certificate of the host asks for TLS, its absence for plain text', () => {
  expect(readHandshake({ ...started, PLUGIN_CLIENT_CERT: 'PEM' })).toMatchObject({ clientCertificate: 'PEM' });
  expect(readHandshake({ ...started, PLUGIN_CLIENT_CERT: '' })).toMatchObject({ clientCertificate: undefined });
  expect(readHandshake(started)).toEqual({ kind: 'accepted', clientCertificate: undefined, asksMultiplex: false });
});
