// @slow
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer, request, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { connect, createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { zipSync } from 'fflate';
import { runModule, type Outcome } from '../child';

jest.setTimeout(30_000);

const tools = resolve('src/tools');
const program = '#!/bin/sh\necho \'{"terraform_version":"9.9.9"}\'\n';
const archive = zipSync({
  'LICENSE.txt': Buffer.from('words'),
  terraform: Buffer.from(`${program}# ${randomBytes(200_000).toString('hex')}`),
});
const sumOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const goodSum = sumOf(archive);

let cache: string;
const servers: Server[] = [];
beforeEach(() => {
  cache = mkdtempSync(join(tmpdir(), 'fetch-'));
});
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  }
  rmSync(cache, { recursive: true });
});

async function serve(listener: RequestListener): Promise<{ url: string; server: Server }> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

const answering: RequestListener = (_, response) => {
  response.writeHead(200, { 'content-length': archive.length });
  for (let start = 0; start < archive.length; start += 10_000) response.write(archive.subarray(start, start + 10_000));
  response.end();
};

const node = (script: string, env: Readonly<Record<string, string>>) =>
  runModule(script, { env: { HOME: cache, XDG_CACHE_HOME: cache, ...env } });

function fetchFrom(
  url: string,
  sum = goodSum,
  env: Readonly<Record<string, string>> = {},
  limits: { readonly bytes?: number; readonly idleMs?: number; readonly totalMs?: number } = {},
): Promise<Outcome> {
  const limited = { bytes: 10_000_000, idleMs: 5_000, totalMs: 15_000, ...limits };
  const release = { version: '9.9.9', releases: url, sha256: { test_cpu: sum } };
  return node(
    `import { main } from '${tools}/say.mjs';
     import { fetchTerraform } from '${tools}/terraform/terraform-fetch.mjs';
     await main(async () => console.log(await fetchTerraform(${JSON.stringify({ release, platform: 'test_cpu', limited })})));`,
    env,
  );
}

const kept = (): string[] => {
  const folder = join(cache, 'cdktf-provider-platform');
  return existsSync(folder) ? readdirSync(folder) : [];
};

test('the program of the archive is in the cache folder, executable, after its checksum matches', async () => {
  const paths: string[] = [];
  const { url } = await serve((asked, response) => {
    paths.push(asked.url ?? '');
    answering(asked, response);
  });
  const { code, stdout } = await fetchFrom(url);
  const path = stdout.trim();
  expect(code).toBe(0);
  expect(path).toBe(join(cache, 'cdktf-provider-platform/terraform-9.9.9'));
  expect(readFileSync(path, 'utf8').startsWith(program)).toBe(true);
  expect(statSync(path).mode & 0o777).toBe(0o700);
  expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
  expect(kept()).toEqual(['terraform-9.9.9', 'terraform-9.9.9.sha256']);
  expect(readFileSync(`${path}.sha256`, 'utf8').trim()).toBe(sumOf(readFileSync(path)));
  expect(paths).toEqual(['/9.9.9/terraform_9.9.9_test_cpu.zip']);
});

test('without a terminal, progress is a few plain lines', async () => {
  const { url } = await serve(answering);
  const { stderr } = await fetchFrom(url);
  expect(stderr).not.toContain('\r');
  const lines = stderr.trimEnd().split('\n');
  expect(lines.length).toBeGreaterThanOrEqual(4);
  expect(lines.length).toBeLessThanOrEqual(6);
  expect(lines.at(-1)).toMatch(/^ {2}Terraform 100% of 0\.2 MB$/);
});

test('on a terminal, progress is one bar that is drawn over itself', async () => {
  const { stdout } = await node(
    `import { progress } from '${tools}/progress.mjs';
     let text = '';
     const bar = progress('Terraform', 1000, { isTTY: true, write: (part) => (text += part) });
     for (let i = 0; i < 100; i += 1) bar.add(10);
     bar.end();
     console.log(JSON.stringify(text));`,
    {},
  );
  const frames = (JSON.parse(stdout) as string).split('\r');
  expect(frames.length).toBeGreaterThan(50);
  expect(frames.every((frame) => frame.trimEnd().length < 80)).toBe(true);
  expect(frames.at(-1)).toMatch(/█{30} 100%/);
});

test('a wrong sum keeps nothing and names both sums', async () => {
  const { url } = await serve(answering);
  const { code, stderr } = await fetchFrom(url, 'f'.repeat(64));
  expect(code).toBe(1);
  expect(stderr).toContain(`its SHA-256 is ${goodSum}, not ${'f'.repeat(64)}. Nothing was stored.`);
  expect(stderr).not.toContain('    at ');
  expect(kept()).toEqual([]);
});

test('an answer that breaks off, or stalls, keeps nothing and says what to install', async () => {
  const broken = await serve((_, response) => {
    response.writeHead(200, { 'content-length': archive.length });
    response.write(archive.subarray(0, 100), () => response.destroy());
  });
  const stalled = await serve((_, response) => {
    response.writeHead(200, { 'content-length': archive.length });
    response.write(archive.subarray(0, 100));
  });
  for (const { url } of [broken, stalled]) {
    const { code, stderr } = await fetchFrom(url, goodSum, {}, { idleMs: 500 });
    expect(code).toBe(1);
    expect(stderr).toMatch(/cannot be reached \(\w+\)\. Install Terraform or OpenTofu, 1\.8 or newer/);
    expect(kept()).toEqual([]);
  }
});

test('an endless mirror fails, with or without an announced length', async () => {
  const announced = await serve((_, response) => {
    response.writeHead(200, { 'content-length': 10 ** 12 });
    response.write('x');
  });
  const endless = await serve((_, response) => {
    const send = (): void => void response.write(Buffer.alloc(100_000), (error) => error ?? setImmediate(send));
    send();
  });
  for (const { url } of [announced, endless]) {
    const { code, stderr } = await fetchFrom(url, goodSum, {}, { bytes: 1_048_576 });
    expect(code).toBe(1);
    expect(stderr).toContain('is larger than 1 MB. Install Terraform or OpenTofu');
    expect(stderr).not.toContain('    at ');
    expect(kept()).toEqual([]);
  }
});

test('a mirror that drips, in the head, the body or a redirect, fails after our own time limit', async () => {
  const drip = (response: ServerResponse): void => {
    const timer = setInterval(() => response.write('x'), 20);
    response.once('close', () => clearInterval(timer));
  };
  const body = await serve((_, response) => drip(response.writeHead(200, { 'content-length': 1_000_000 })));
  const redirect = await serve((_, response) => drip(response.writeHead(302, { location: '/on' })));
  const head = createTcpServer((socket) => {
    socket.on('error', () => undefined).write('HTTP/1.1 200 OK\r\nx: ');
    const timer = setInterval(() => socket.write('x'), 20);
    socket.once('close', () => clearInterval(timer));
  });
  await new Promise<void>((ready) => head.listen(0, '127.0.0.1', ready));
  const urls = [body.url, redirect.url, `http://127.0.0.1:${(head.address() as AddressInfo).port}`];
  const outcomes = await Promise.all(urls.map((url) => fetchFrom(url, goodSum, {}, { totalMs: 1_000 })));
  head.close();
  for (const { code, stderr } of outcomes) {
    expect(code).toBe(1);
    expect(stderr).toMatch(/127\.0\.0\.1:\d+ took longer than 1000 ms\. Install Terraform or OpenTofu/);
  }
  expect(kept()).toEqual([]);
});

test('an error page is an error', async () => {
  const { url } = await serve((_, response) => response.writeHead(503).end('<html>'));
  const { code, stderr } = await fetchFrom(url);
  expect(code).toBe(1);
  expect(stderr).toContain('responded with 503');
});

test('redirects of a mirror are followed, a loop of them is not', async () => {
  const { url: target } = await serve(answering);
  const { url } = await serve((_, response) => response.writeHead(302, { location: `${target}/elsewhere.zip` }).end());
  expect((await fetchFrom(url)).code).toBe(0);
  const { url: loop } = await serve((_, response) => response.writeHead(302, { location: '/again' }).end());
  expect((await fetchFrom(loop)).stderr).toContain('responded with 302');
});

test('a proxy is used, and passed by for what NO_PROXY names', async () => {
  const { url } = await serve(answering);
  const asked: string[] = [];
  const { url: proxy, server } = await serve((incoming, response) => {
    asked.push(incoming.url ?? '');
    incoming.pipe(request(url + new URL(incoming.url ?? '').pathname, (answer) => answer.pipe(response)));
  });
  server.on('connect', (incoming, socket: Socket) => {
    asked.push(incoming.url ?? '');
    const onward = connect(Number(new URL(url).port), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      onward.pipe(socket).pipe(onward);
    });
    onward.on('error', () => socket.destroy());
    socket.on('error', () => onward.destroy());
  });
  const far = 'http://releases.invalid';
  expect((await fetchFrom(far, goodSum, { HTTP_PROXY: proxy, HTTPS_PROXY: proxy })).code).toBe(0);
  expect(asked.join()).toContain('releases.invalid');
  asked.length = 0;
  expect((await fetchFrom(url, goodSum, { HTTP_PROXY: proxy, HTTPS_PROXY: proxy, NO_PROXY: '127.0.0.1' })).code).toBe(
    0,
  );
  expect(asked).toEqual([]);
});

test('several concurrent runs all succeed and leave one program', async () => {
  const { url } = await serve(answering);
  const outcomes = await Promise.all([1, 2, 3].map(() => fetchFrom(url)));
  expect(outcomes.map(({ code }) => code)).toEqual([0, 0, 0]);
  expect(kept()).toEqual(['terraform-9.9.9', 'terraform-9.9.9.sha256']);
});
