import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { unwrapped } from '../../support/terraform';
import { setProcessStage } from './process-stage';

jest.setTimeout(120_000);

test('the built provider uses HTTPS_PROXY, and reports a proxy that denies the request', async () => {
  const asked: string[] = [];
  const proxy = createServer((_, response) => response.writeHead(500).end());
  proxy.on('connect', (request, client: Socket) => {
    asked.push(String(request.url));
    client.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  const stage = await setProcessStage(`
provider "platform" {
  base_url    = "https://api.example.invalid"
  max_retries = 0
}
data "platform_group" "root" { uid = "ROOT" }
`);
  try {
    stage.tf.env['HTTPS_PROXY'] = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    const { code, text } = await stage.tf.run('plan', '-no-color', '-input=false');
    expect(code).toBe(1);
    expect(unwrapped(text)).toContain(
      'the proxy refused to connect to api.example.invalid (it asks for a user and a password, status 407)',
    );
    expect(asked).toEqual(['api.example.invalid:443']);
  } finally {
    await stage.close();
    proxy.close();
  }
});
