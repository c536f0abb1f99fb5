import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Row } from './report';

interface Profile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
  }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

/** The parts of the provider, in the order of matching for a function's place. */
const parts: readonly (readonly [string, RegExp])[] = [
  ['waiting', /^\(idle\)/],
  ['garbage collection', /^\(garbage collector\)/],
  ['HTTP/2, TLS and sockets', /node:(internal\/)?(http2|_?tls|net|stream|_http|internal\/streams)|goplugin\//],
  ['other parts of Node', /node:|^\(/],
  ['protobuf', /@bufbuild|plugin\/wire\//],
  ['values (msgpack, JSON)', /plugin\/values\//],
  ['plan, checks and handlers (src/plugin)', /src\/plugin\//],
  ['provider (src/provider)', /src\/provider\//],
  ['client, schemas and API', /src\/|undici|zod/],
];

/** The functions that used the time of the busiest profiled process. */
export function profileShares(folder: string): readonly Row[] {
  const profiles = readdirSync(folder).map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Profile);
  const busiest = profiles.sort((a, b) => busyMs(b) - busyMs(a))[0];
  if (busiest === undefined) return [];
  const shares = sharesOf(busiest);
  return parts
    .filter(([part]) => shares.has(part))
    .map(([part]) => ({
      what: `  of the planning process: ${part}`,
      value: `${(shares.get(part) ?? 0).toFixed(0)} ms`,
    }));
}

function sharesOf({ nodes, samples, timeDeltas }: Profile): ReadonlyMap<string, number> {
  const partOf = new Map(nodes.map(({ id, callFrame }) => [id, partAt(callFrame)]));
  const shares = new Map<string, number>();
  samples.forEach((id, index) => {
    const part = partOf.get(id) ?? 'other';
    shares.set(part, (shares.get(part) ?? 0) + (timeDeltas[index] ?? 0) / 1000);
  });
  return shares;
}

function busyMs(profile: Profile): number {
  return [...sharesOf(profile)].reduce((sum, [part, ms]) => (part === 'waiting' ? sum : sum + ms), 0);
}

interface Place {
  readonly functionName: string;
  readonly url: string;
  readonly lineNumber: number;
}

function partAt({ functionName, url, lineNumber }: Place): string {
  const place = url.startsWith('file:') ? sourceAt(url, lineNumber) : url === '' ? functionName : url;
  return parts.find(([, matching]) => matching.test(place))?.[0] ?? 'client, schemas and API';
}

const sources = new Map<string, readonly string[]>();

/** The bundle names the source of what follows in a comment of its own line. */
function sourceAt(url: string, line: number): string {
  let byLine = sources.get(url);
  if (byLine === undefined) {
    let source = 'node:start';
    byLine = readFileSync(fileURLToPath(url), 'utf8')
      .split('\n')
      .map((text) => (source = /^ {2}\/\/ ((?:src|node_modules)\/.*)$/.exec(text)?.[1] ?? source));
    sources.set(url, byLine);
  }
  return byLine[line] ?? '';
}
