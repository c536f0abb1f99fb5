import { spawn, spawnSync } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

jest.setTimeout(30_000);

const setup = resolve('src/setup');
let server: Server;
let answers: Record<string, unknown>;

beforeEach(async () => {
  answers = {};
  server = createServer((request, response) => {
    const path = new URL(request.url ?? '', 'http://x').pathname;
    response.writeHead(path in answers ? 200 : 404, { 'content-type': 'application/json' });
    request.resume().on('end', () => response.end(JSON.stringify(answers[path] ?? {})));
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

const url = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

function node(script: string): Promise<string> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { timeout: 20_000 });
  let output = '';
  child.stdout.on('data', (data: Buffer) => (output += data.toString()));
  child.stderr.on('data', (data: Buffer) => (output += data.toString()));
  return new Promise((done) => child.once('close', () => done(output)));
}

test('an organization is read from its API, and drawn as a tree with each thing in its group', async () => {
  const root = 'a'.repeat(40);
  const sub = `${root}/${'1'.repeat(16)}`;
  answers = {
    [`/iam/v2beta1/groups/${root}`]: { uid: root, name: 'acme' },
    '/iam/v2beta1/groups': {
      groups: [
        { uid: sub, name: 'engineering', description: 'Builds.' },
        { uid: `${root}/${'2'.repeat(16)}`, name: 'sales' },
        { uid: `${sub}/${'3'.repeat(16)}`, name: 'payments' },
      ],
    },
    '/iam/v2beta1/identities': {
      identities: [{ uid: `${sub}/${'4'.repeat(16)}`, name: 'ci', description: 'Deploys.' }],
    },
    '/iam/v2beta1/roleBindings': {
      roleBindings: [{ uid: `${sub}/${'5'.repeat(16)}`, identity: { name: 'ci' }, role: { name: 'viewer' } }],
    },
  };
  const output = await node(
    `import { askerOf } from '${setup}/embedded-api.mjs';
     import { organization, treeOfChanges } from '${setup}/organization-tree.mjs';
     const objects = await organization(askerOf({ baseUrl: '${url()}', token: 't' }), '${root}');
     for (const { mark, text } of treeOfChanges(objects, objects)) console.log(mark + text);`,
  );
  expect(output).toBe(
    [
      ' group acme',
      ' ├─ group engineering  Builds.',
      ' │  ├─ identity ci  Deploys.',
      ' │  ├─ binding ci is viewer',
      ' │  └─ group payments',
      ' └─ group sales',
      '',
    ].join('\n'),
  );
});

test('added, removed, renamed and changed objects are marked, in their place in the tree', async () => {
  const output = await node(
    `import { treeOfChanges } from '${setup}/organization-tree.mjs';
     const group = (uid, label, note = '') => ({ uid, kind: 'group', label, note });
     const before = [group('r', 'acme'), group('r/1', 'web', 'Old.'), group('r/1/2', 'shop'), group('r/3', 'sales')];
     const after = [group('r', 'acme'), group('r/1', 'web', 'New.'), group('r/3', 'trade'), group('r/3/4', 'north')];
     for (const { mark, text } of treeOfChanges(before, after)) console.log(mark + text);`,
  );
  expect(output).toBe(
    [
      ' group acme',
      '~├─ group web  New.',
      '-│  └─ group shop',
      '~└─ group sales -> trade',
      '+   └─ group north',
      '',
    ].join('\n'),
  );
});

describe('the versions of the example that the demo writes', () => {
  const versions = (source: string): Promise<string> =>
    node(
      `import { versionsOf } from '${setup}/demo-program.mjs';
       const { withOneFieldChanged, withOneGroupMore } = versionsOf(${JSON.stringify(source)});
       console.log(JSON.stringify([withOneFieldChanged?.program, withOneGroupMore?.program]));`,
    );
  const example = [
    `const top = Group.fromUid(org, 'acme', uid);`,
    `new Group(org, 'a', { name: 'a', description: 'It costs $& and $1.' });`,
    'app.synth();',
    '',
  ];

  test('one has another description, one a group more, with the names that the reader uses', async () => {
    const [changed, grown] = JSON.parse(await versions(example.join('\n')));
    expect(changed).toBe(example.join('\n').replace(/'It costs.*?'/, `'Changed by one line.'`));
    expect(grown).toBe(
      [
        ...example.slice(0, 2),
        `new Group(org, 'sales', { parent: top, name: 'sales' });`,
        '',
        ...example.slice(2),
      ].join('\n'),
    );
  });

  test.each([
    ['nothing to take hold of', `app.synth();`],
    ['a neighbour that a copy could not import', [`import { x } from './x';`, ...example].join('\n')],
  ])('a program with %s is left alone', async (_, source) => {
    expect(await versions(source)).toBe('[null,null]\n');
  });

  test('a program that has such a group gets no second one', async () => {
    const source = [`new Group(org, 'sales', { name: 'sales' });`, ...example].join('\n');
    expect(JSON.parse(await versions(source))[1]).toBeNull();
  });
});

describe('the folder of the demo', () => {
  let clone: string;
  beforeEach(() => {
    clone = mkdtempSync(join(tmpdir(), 'demo-'));
    cpSync(setup, join(clone, 'src/setup'), { recursive: true });
    mkdirSync(join(clone, '.demo'));
  });
  afterEach(() => rmSync(clone, { recursive: true }));

  const open = (then = ''): string => {
    const script = `import { main } from './src/setup/say.mjs';
      import { openDemoFolder } from './src/setup/demo-folder.mjs';
      await main(async () => { const folder = openDemoFolder(); ${then} });`;
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      cwd: clone,
      encoding: 'utf8',
      timeout: 20_000,
    });
    return stdout + stderr;
  };

  test('a second demo at the same time is refused, naming the first', () => {
    writeFileSync(join(clone, '.demo/running'), String(process.pid));
    expect(open()).toContain(`Another demo is running (process ${process.pid}).`);
  });

  test('a killed demo does not block the next one', () => {
    const { pid } = spawnSync(process.execPath, ['-e', '']);
    writeFileSync(join(clone, '.demo/running'), String(pid));
    expect(open('folder.close(); console.log(folder.returning)')).toBe('false\n');
    expect(existsSync(join(clone, '.demo/running'))).toBe(false);
  });

  test('it is open to its owner alone, also one that an earlier release made', () => {
    chmodSync(join(clone, '.demo'), 0o755);
    const mode = (): string => (statSync(join(clone, '.demo')).mode & 0o777).toString(8);
    expect(open('folder.close();')).toBe('');
    expect(mode()).toBe('700');
    rmSync(join(clone, '.demo'), { recursive: true });
    expect(open('folder.close();')).toBe('');
    expect(mode()).toBe('700');
  });

  test('something else in its place is one sentence', () => {
    rmSync(join(clone, '.demo'), { recursive: true });
    writeFileSync(join(clone, '.demo'), '');
    expect(open()).toMatch(/^\nCannot write the state of the demo to \S+\.demo: EEXIST.*\n$/);
  });

  test('state without its organization says so, and how to start over', () => {
    writeFileSync(join(clone, '.demo/terraform.org.tfstate'), '{}');
    expect(open().trim()).toBe(
      '.demo/ contains a Terraform state, but not its organization. To start over, delete it: rm -r .demo',
    );
    expect(existsSync(join(clone, '.demo/running'))).toBe(false);
  });
});
