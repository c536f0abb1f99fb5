/** Terraform's output with an untrusted service that sends control characters. */
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { installProvider } from '../../../src/install/install-provider';
import { locateProvider } from '../../../src/install/own-package';
import { createCertificate } from '../../../src/plugin/goplugin/certificate';
import { terraform, type Terraform, unwrapped } from '../../support/terraform';
import { controlsIn, hostile } from '../../base/text/hostile';

jest.setTimeout(120_000);

const config = `terraform {
  required_providers {
    platform = { source = "platform-iac.internal/npm/platform" }
  }
}
data "platform_group" "g" {
  uid = "${'a'.repeat(40)}"
}
`;
let server: Server;
let tf: Terraform;

beforeAll(async () => {
  const { privateKeyPem, certificatePem } = createCertificate();
  server = createServer({ key: privateKeyPem, cert: certificatePem }, (_, response) => {
    const details = [{ '@type': 'a.RequestInfo', requestId: hostile }];
    response.writeHead(403).end(JSON.stringify({ code: 7, message: `no: ${hostile}`, details }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const env = {
    PLATFORM_BASE_URL: `https://localhost:${port}`,
    PLATFORM_TOKEN: 'secret',
    NODE_TLS_REJECT_UNAUTHORIZED: '0',
  };
  tf = terraform({ files: { 'main.tf': config }, env });
  installProvider({ dir: tf.dir, ...locateProvider(), env: tf.env });
  await tf.init();
});
afterAll(async () => {
  tf.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

test('its control characters are escaped in diagnostics and in the log, at every level', async () => {
  for (const level of ['off', 'trace']) {
    tf.env['TF_LOG_PROVIDER'] = level;
    const { code, text } = await tf.run('plan', '-no-color', '-input=false');
    expect(code).toBe(1);
    expect(unwrapped(text)).toContain('no: a\\u001b[2J');
    expect(controlsIn(text)).toEqual([]);
  }
});

test('disabled certificate verification is a warning, and the warning of Node is not shown', async () => {
  tf.env['TF_LOG_PROVIDER'] = 'off';
  const { text } = await tf.run('plan', '-no-color', '-input=false');
  expect(unwrapped(text)).toContain('Warning: TLS certificates are not verified');
  expect(unwrapped(text)).toContain('NODE_TLS_REJECT_UNAUTHORIZED is 0 where Terraform runs');
  expect(text).not.toMatch(/\(node:\d+\)|makes TLS connections/);
});
