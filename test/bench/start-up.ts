/**
 * From the start of the provider's process to its answered GetProviderSchema, against an empty `node -e 0`: what each
 * of the many short processes of a Terraform run costs before it does anything.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { connect as connectHttp2 } from 'node:http2';
import { createInterface } from 'node:readline';
import { connect as connectTls } from 'node:tls';
import { X509Certificate } from 'node:crypto';
import { createCertificate } from '../../src/plugin/goplugin/certificate';
import { magicCookie } from '../../src/plugin/goplugin/handshake';
import { rssOf } from './emulator-process';
import { inMs, median, type Bench, type Row } from './report';

/** @param executable the built provider */
export function startUp(executable: string, rounds = 25): Bench {
  return {
    name: 'start-up',
    async run() {
      const empty: number[] = [];
      const toLine: number[] = [];
      const toAnswer: number[] = [];
      // Taken in turns, so that other work on the machine weighs on both alike; the first round warms the file cache.
      for (let round = 0; round <= rounds; round += 1) {
        const [node, start] = [emptyNode(), await toSchema(executable)];
        if (round === 0) continue;
        empty.push(node);
        toLine.push(start.toLineMs);
        toAnswer.push(start.toAnswerMs);
      }
      const base = median(empty);
      const rows: Row[] = [
        { what: 'empty node -e 0', value: inMs(base) },
        { what: 'provider: start to handshake line', value: inMs(median(toLine)), ratio: median(toLine) / base },
        {
          what: 'provider: start to answered GetProviderSchema',
          value: inMs(median(toAnswer)),
          ratio: median(toAnswer) / base,
          accept: 2.5,
          goal: 2,
        },
      ];
      return rows;
    },
  };
}

function emptyNode(): number {
  const from = performance.now();
  spawnSync(process.execPath, ['-e', '0'], { stdio: 'ignore' });
  return performance.now() - from;
}

export interface ProviderStart {
  readonly toLineMs: number;
  readonly toConnectionMs: number;
  readonly toAnswerMs: number;
  /** The memory of the process after its response, in bytes. */
  readonly rss: number;
}

/** Rejects when the provider says something else than its handshake, or ends otherwise than it is asked to. */
export async function toSchema(
  executable: string,
  node: readonly string[] = [process.execPath],
): Promise<ProviderStart> {
  const own = createCertificate();
  const env = {
    ...process.env,
    [magicCookie.name]: magicCookie.value,
    PLUGIN_PROTOCOL_VERSIONS: '6',
    PLUGIN_CLIENT_CERT: own.certificatePem,
  };
  const from = performance.now();
  const [command, ...args] = [...node, executable];
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit') as Promise<[number | null]>;
  const died = exited.then(([code]) => Promise.reject(new Error(`The provider ended with ${String(code)}.`)));
  died.catch(() => undefined);
  const [line] = (await Promise.race([once(createInterface({ input: child.stdout }), 'line'), died])) as [string];
  const toLineMs = performance.now() - from;
  const [, , , path, , certificate] = line.split('|') as [string, string, string, string, string, string];
  const session = connectHttp2('https://localhost', {
    createConnection: () =>
      connectTls({
        path,
        servername: 'localhost',
        ALPNProtocols: ['h2'],
        ca: new X509Certificate(Buffer.from(certificate, 'base64')).toString(),
        cert: own.certificatePem,
        key: own.privateKeyPem,
      }),
  });
  const call = (method: string): Promise<unknown> => {
    const stream = session.request({ ':method': 'POST', ':path': method, 'content-type': 'application/grpc' });
    stream.end(Buffer.alloc(5));
    return once(stream.resume(), 'end');
  };
  await once(session, 'connect');
  const toConnectionMs = performance.now() - from;
  await call('/tfplugin6.Provider/GetProviderSchema');
  const toAnswerMs = performance.now() - from;
  const rss = rssOf(child.pid!);
  await call('/plugin.GRPCController/Shutdown');
  session.close();
  const [code] = await exited;
  if (code !== 0) throw new Error(`The provider ended with ${String(code)}.`);
  return { toLineMs, toConnectionMs, toAnswerMs, rss };
}
