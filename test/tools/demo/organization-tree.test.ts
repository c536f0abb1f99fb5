import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { runModule } from '../child';

jest.setTimeout(30_000);

const tools = resolve('src/tools');
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

const node = async (script: string): Promise<string> => {
  const { stdout, stderr } = await runModule(script);
  return stdout + stderr;
};

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
    `import { apiCaller } from '${tools}/demo/local-emulator.mjs';
     import { organization, treeOfChanges } from '${tools}/demo/organization-tree.mjs';
     const objects = await organization(apiCaller({ baseUrl: '${url()}', token: 't' }), '${root}');
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
    `import { treeOfChanges } from '${tools}/demo/organization-tree.mjs';
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
