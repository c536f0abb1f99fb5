// @slow
/** The examples of `docs/client.md` compile and run, and the page names every export and every call. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import ts from 'typescript';
import * as clientModule from '../../src/client';
import { startEmulator, type RunningEmulator } from '../../src/emulator';
import { group, identity } from '../../src/model/kinds';
import { build } from '../support/built';

jest.setTimeout(120_000);

const root = join(__dirname, '../..');
const page = readFileSync(join(root, 'docs/client.md'), 'utf8');
const snippets = [...page.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = '']) => code);

// The first snippet declares these constants for all others. The files are modules, for top-level await.
const shared = snippets[0]!.split('\n').filter((line) => /^const (baseUrl|token) /.test(line));
const texts = new Map(
  snippets.map((code, index) => [
    join(root, `test/client/snippet-${index}.mts`),
    index === 0 ? code : [...shared, `void [baseUrl, token];`, code].join('\n'),
  ]),
);
// The declarations in the build are one file. The sources are two hundred.
build();
const built = join(root, 'dist/lib/src/client/index.d.ts');
const program = createProgram();

it('every snippet compiles', () => {
  expect(snippets.length).toBeGreaterThan(4);
  const problems = [...texts.keys()].flatMap((file) =>
    program.getSemanticDiagnostics(program.getSourceFile(file)).map(({ messageText }) => messageText),
  );
  expect(problems.map((text) => ts.flattenDiagnosticMessageText(text, '\n'))).toEqual([]);
});

describe('every snippet', () => {
  let api: RunningEmulator;
  const requestedTokens: (string | undefined)[] = [];
  // Plays the endpoint from which a job of GitHub Actions requests its token.
  const gitHub = createServer(({ url }, response) => {
    requestedTokens.push(url);
    void api.oidcToken({ subject: 'ci' }).then((value) => response.end(JSON.stringify({ value })));
  });
  let uid = '';
  beforeAll(async () => {
    const repos = [{ name: 'shop', tags: [{ name: 'latest', digest: 'sha256:00' }] }];
    const ci = { name: 'ci', claimMatch: { issuer: 'https://issuer.example', subject: 'ci' } };
    const payments = { name: 'payments', identities: [ci], roleBindings: [{ identity: 'ci', role: 'viewer' }] };
    api = await startEmulator({ seed: { groups: [{ name: 'acme', repos, groups: [payments] }] } });
    const client = clientModule.createClient({ baseUrl: api.baseUrl, token: api.token });
    const claimMatch = { issuer: api.oidcIssuer, subject: 'ci' };
    ({ uid } = await client.create(identity, (await client.find(group, 'acme')).uid, { name: 'assumed', claimMatch }));
    await client.close();
    await new Promise<void>((done) => void gitHub.listen(0, '127.0.0.1', done));
  });
  afterAll(async () => {
    gitHub.close();
    await api.close();
  });

  it('runs against the emulator', async () => {
    const printed: unknown[][] = [];
    for (const snippet of snippets) {
      const code = snippet
        .replaceAll('https://auth.example.com', api.authUrl)
        .replaceAll('auth.example.com', new URL(api.authUrl).hostname);
      const { outputText } = ts.transpileModule(code, {
        compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
      });
      const given = {
        ...{ require: () => clientModule, exports: {}, baseUrl: api.baseUrl, token: api.token },
        console: { log: (...values: unknown[]) => printed.push(values) },
        process: {
          env: {
            PLATFORM_BASE_URL: api.baseUrl,
            PLATFORM_TOKEN: api.token,
            ROOT_GROUP_UID: api.rootGroupUid,
            IDENTITY_UID: uid,
            ACTIONS_ID_TOKEN_REQUEST_URL: `http://127.0.0.1:${(gitHub.address() as AddressInfo).port}/?x=1`,
            ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'request-token',
          },
        },
      };
      // oxlint-disable-next-line typescript/no-implied-eval -- the example is ours, and running it is the point
      const run = new Function(...Object.keys(given), `return (async () => { ${outputText} })()`) as (
        ...values: unknown[]
      ) => Promise<void>;
      await run(...Object.values(given));
    }
    const text = printed.map((values) => values.join(' ')).join('\n');
    expect(text).toContain('no group "nowhere"');
    expect(requestedTokens).toEqual([`/?x=1&audience=${new URL(api.authUrl).hostname}`]);
    expect(text).toContain(uid);
  });
});

it('names every export, and nothing that is none', () => {
  const checker = program.getTypeChecker();
  const module = checker.getSymbolAtLocation(program.getSourceFile(built)!)!;
  const exported = checker.getExportsOfModule(module).map(({ name }) => name);
  const own = page.slice(page.indexOf('## Every export'));
  const named = new Set([...own.matchAll(/`(\w+)`/g)].map(([, name]) => name!));
  // Three types of each kind follow a rule that the page states.
  const byRule = exported.filter((name) => /^[A-Z]\w+(Filters|SortKey|Types)$/.test(name) && name !== 'KindTypes');
  expect(byRule.length).toBe(3 * 11);
  expect(exported.filter((name) => !named.has(name) && !byRule.includes(name))).toEqual([]);
  const lists = [...own.matchAll(/^\| (`.*?) \|/gm)].flatMap(([, cell = '']) => [...cell.matchAll(/`(\w+)`/g)]);
  expect(lists.map(([, name]) => name!).filter((name) => !exported.includes(name))).toEqual([]);
});

it('names every call', () => {
  const checker = program.getTypeChecker();
  const file = program.getSourceFile(built)!;
  const client = checker.getExportsOfModule(checker.getSymbolAtLocation(file)!).find(({ name }) => name === 'Client')!;
  const calls = checker
    .getDeclaredTypeOfSymbol(client.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(client) : client)
    .getProperties()
    .map(({ name }) => name);
  expect(calls.length).toBeGreaterThan(8);
  expect(calls.filter((name) => !page.includes(`\`${name}(`))).toEqual([]);
});

function createProgram(): ts.Program {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), (path) => ts.sys.readFile(path)) as {
    config: object;
  };
  // Without the list of all files of the repository.
  const parsed = ts.parseJsonConfigFileContent({ ...config, include: [], files: [] }, ts.sys, root);
  const options = { ...parsed.options, paths: { 'cdktf-provider-platform/client': [built] } };
  const host = ts.createCompilerHost(options);
  return ts.createProgram([...texts.keys(), built], options, {
    ...host,
    fileExists: (path) => texts.has(path) || host.fileExists(path),
    readFile: (path) => texts.get(path) ?? host.readFile(path),
    getSourceFile: (path, version) =>
      texts.has(path) ? ts.createSourceFile(path, texts.get(path)!, version, true) : host.getSourceFile(path, version),
  });
}
