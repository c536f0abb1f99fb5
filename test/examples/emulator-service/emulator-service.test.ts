/** The image and the Compose file of the emulator as a service. The test runs the command lines of both without an engine. */
import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parse } from 'yaml';
import { createCertificate } from '../../../src/plugin/goplugin/certificate';
import { builtCli } from '../../support/built';

jest.setTimeout(60_000);

const folder = 'examples/emulator-service';
const read = (file: string) => readFileSync(join(folder, file), 'utf8');

interface Service {
  readonly command: readonly string[];
  readonly healthcheck: { readonly test: readonly string[] };
  readonly volumes: readonly string[];
}
const compose = parse(read('compose.yaml')) as { readonly services: { readonly emulator: Service } };
const service = compose.services.emulator;

/** The instructions of a stage as [name, arguments]. */
const stages = read('Containerfile')
  .split(/^(?=FROM )/m)
  .map((stage) =>
    stage
      .split('\n')
      .filter((line) => /^[A-Z]/.test(line))
      .map((line) => [line.replace(/ .*/, ''), line.replace(/^\w+ /, '')] as const),
  )
  .filter((stage) => stage.length > 0);
const image = stages.at(-1)!;
const listOf = (name: string, before = '') =>
  JSON.parse(image.find(([each]) => each === name)![1].slice(before.length)) as string[];

test('the Compose file follows the Compose Specification', () => {
  const text = readFileSync(join(__dirname, 'compose-schema/compose-spec.json'), 'utf8');
  // Ajv knows the draft of the schema by another address.
  const schema = { ...(JSON.parse(text) as object), $schema: undefined };
  const validate = addFormats(new Ajv({ strict: false })).compile(schema);
  expect({ valid: validate(compose), errors: validate.errors }).toEqual({ valid: true, errors: null });
  expect(validate({ services: { emulator: { ...service, read_onyl: true } } })).toBe(false);
});

test('the container has no privileges, and cannot write to its image', () => {
  expect(service).toMatchObject({
    read_only: true,
    tmpfs: ['/tmp'],
    cap_drop: ['ALL'],
    security_opt: ['no-new-privileges:true'],
  });
  expect(image.filter(([name]) => name === 'USER')).toEqual([['USER', '1000:1000']]);
  expect(service.volumes).toContain('./tls:/run/tls:ro');
});

test('the builder receives no private key', () => {
  expect(read('.dockerignore').trim().split('\n')).toEqual(['*', '!health-check.mjs', '!*.tgz']);
});

test('the image contains the version of this repository', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  expect(stages[0]).toContainEqual(['ARG', `PACKAGE=cdktf-provider-platform@${version}`]);
});

test('the rehearsal of a release runs the commands of the README, with the package of the commit', () => {
  const { jobs } = parse(readFileSync('.github/workflows/rehearsal.yml', 'utf8')) as {
    readonly jobs: { readonly image: { readonly steps: readonly { readonly run?: string }[] } };
  };
  const run = jobs.image.steps.map((step) => step.run ?? '').join('\n');
  const blocks = [...read('README.md').matchAll(/^ +```sh\n([^]*?)^ +```/gm)].map(([, block = '']) => block);
  expect(blocks).toHaveLength(3);
  // The image exists already: the step before has built it with the package.
  const lines = blocks.flatMap((block) => block.replace(' --build ', ' ').trim().split(/\n */));
  for (const line of lines) expect(run).toContain(line);
  expect(read('README.md')).toContain('`npm pack --pack-destination examples/emulator-service` in the clone');
  expect(run).toContain('npm pack --pack-destination examples/emulator-service');
});

test('Compose and the image have the same health check', () => {
  expect(service.healthcheck.test).toEqual([
    'CMD',
    ...listOf('HEALTHCHECK', '--interval=30s --timeout=5s --start-period=10s CMD '),
  ]);
});

describe('the service', () => {
  const scratch = mkdtempSync(join(tmpdir(), 'emulator-service-'));
  const certificate = createCertificate();
  const cert = join(scratch, 'tls.crt');
  let here: (words: readonly string[]) => string[];
  beforeAll(async () => {
    writeFileSync(cert, certificate.certificatePem);
    writeFileSync(join(scratch, 'tls.key'), certificate.privateKeyPem);
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    server.close();
    const places = [
      ['platform-iac', builtCli()],
      ['/opt/emulator', folder],
      ['/data', scratch],
      ['/run/tls', scratch],
      ['8443', String(port)],
      ['${EMULATOR_HOST:-localhost}', 'localhost'],
    ] as const;
    here = (words) => words.map((word) => places.reduce((text, [from, to]) => text.replace(from, to), word));
  });
  afterAll(() => rmSync(scratch, { recursive: true }));

  const run = (args: readonly string[]) =>
    spawnSync(process.execPath, args, { encoding: 'utf8', env: { ...process.env, NODE_EXTRA_CA_CERTS: cert } });
  const health = () => run(here(service.healthcheck.test.slice(2))).status;

  test.each([
    ['Compose', () => service.command],
    ['the image', () => listOf('CMD')],
  ])('of %s starts, is healthy, keeps its token out of the log, and stops', async (_, command) => {
    const child = spawn(process.execPath, here([...listOf('ENTRYPOINT'), ...command()]), { stdio: 'pipe' });
    const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
    const facts = JSON.parse(line) as { baseUrl: string };
    expect(Object.keys(facts)).toEqual(['baseUrl', 'authUrl', 'rootGroupUid']);
    expect(facts.baseUrl).toMatch(/^https:\/\/localhost:\d+$/);
    expect(health()).toBe(0);

    const documented = /"\$\(docker compose exec -T emulator (.+)\)"/.exec(read('README.md'))![1]!.split(' ');
    const { stdout: environment } = run(here(documented));
    const variable = (name: string) => new RegExp(`^export ${name}='(.+)'$`, 'm').exec(environment)![1]!;
    const ask = `
      fetch(process.argv[1], { headers: { authorization: 'Bearer ' + process.argv[2] } })
        .then((response) => response.json()).then(({ name }) => console.log(name));`;
    const url = `${variable('PLATFORM_BASE_URL')}/iam/v2beta1/groups/${variable('ROOT_GROUP_UID')}`;
    expect(run(['--eval', ask, url, variable('PLATFORM_TOKEN')])).toMatchObject({ stdout: 'acme\n', stderr: '' });

    const ended = once(child, 'close');
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    expect(health()).toBe(1);
    expect(existsSync(join(scratch, 'organization.db'))).toBe(true);
  });
});
