/** The embedded API in this process, behind a proxy that may break a rule. */
import type { Values } from '../../../src/model/api';
import { type ConformanceOptions, type ConformanceResult, rules, runConformance } from '../../../src/cli/conformance';
import { createEmulator, type Emulator, type EmulatorOptions } from '../../../src/emulator';
import { type Mutant, mutants } from './mutants';

const baseUrl = 'http://localhost';

export interface EmbeddedService {
  readonly emulator: Emulator;
  readonly token: string;
  readonly run: (options?: Partial<ConformanceOptions>) => Promise<ConformanceResult>;
}

export async function startEmbedded(mutant?: Mutant, options: EmulatorOptions = {}): Promise<EmbeddedService> {
  const emulator = createEmulator({ publicUrls: [baseUrl], ...options });
  const token = await emulator.administratorToken();
  return {
    emulator,
    token,
    run: (given = {}) =>
      runConformance({
        ...{ baseUrl, version: 'v2beta1', parent: emulator.rootGroupUid, token: () => Promise.resolve(token) },
        fetch: (request) => answerOf(emulator, request, mutant),
        signal: new AbortController().signal,
        ...given,
      }),
  };
}

async function answerOf(emulator: Emulator, request: Request, mutant: Mutant | undefined): Promise<Response> {
  if (mutant === undefined) return emulator.handle(request);
  const url = new URL(request.url);
  const text = await request.text();
  const exchange = { method: request.method, path: url.pathname, query: url.searchParams, sent: parsed(text) };
  const changed = mutant.request?.(exchange) ?? {};
  const query = (changed.query ?? url.searchParams).toString();
  const body = changed.body === undefined ? text : JSON.stringify(changed.body);
  const method = changed.method ?? request.method;
  const sent = new Request(`${baseUrl}${changed.path ?? url.pathname}${query === '' ? '' : `?${query}`}`, {
    method,
    headers: request.headers,
    ...(body !== '' && method !== 'GET' && { body }),
  });
  const response = await emulator.handle(sent);
  const received = await response.text();
  const other = mutant.response?.(exchange, response.status, parsed(received));
  if (other === undefined) return new Response(received, response);
  const headers = { 'content-type': 'application/json' };
  return new Response(other.text ?? JSON.stringify(other.json), { status: other.status ?? response.status, headers });
}

function parsed(text: string): Values {
  try {
    return JSON.parse(text) as Values;
  } catch {
    return {};
  }
}

/** Declares a test for each mutant of the file: the kit finds it, and leaves nothing behind. */
export function testMutants(file: string): void {
  test.each((mutants[file] ?? []).map((mutant) => [mutant.rule, mutant.title, mutant] as const))(
    'the kit finds a service where %s is broken: %s',
    async (rule, _, mutant) => {
      const { emulator, run } = await startEmbedded(mutant);
      const own = rules.filter(({ id }) => id === rule);
      const { rules: results } = await run({ rules: own, throwawayRoot: emulator.rootGroupUid });
      const [result] = results;
      const shown = result?.cases.map(({ says, verdict, expected, reason }) => ({ says, verdict, expected, reason }));
      const isFound = result?.cases.some(({ verdict }) => verdict === 'differs' || verdict === 'allowed') === true;
      const isMissing = result?.verdict === 'notOffered' || rule === 'L9';
      expect({ rule, isFound: isFound || isMissing, shown }).toEqual({ rule, isFound: true, shown });
      emulator.close();
    },
    60_000,
  );
}
