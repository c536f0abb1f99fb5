import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { protoTexts, servicesOf } from '../../../src/emulator/grpc/methods';
import { declarations } from '../../../src/resources';
import { behaves, servedFields } from '../../../src/schema';

const folder = join(__dirname, '../../../src/emulator/grpc');

test.each(Object.entries(protoTexts(declarations)))(
  '%s in the repository is what the declarations say; else run `npm run docs`',
  (name, text) => {
    expect(readFileSync(join(folder, name), 'utf8')).toBe(text);
  },
);

test('each kind has its service, with the methods that HTTP has', () => {
  const methods = Object.fromEntries(
    servicesOf(declarations).map((service) => [service.name, service.methods.map(({ name }) => name)]),
  );
  expect(Object.keys(methods)).toHaveLength(declarations.length);
  expect(methods).toMatchObject({
    'platform.iam.v2beta1.RoleBindingsService': [
      ...['List', 'Get', 'Create', 'Update', 'Delete'].map((verb) => `${verb}RoleBinding${verb === 'List' ? 's' : ''}`),
      'BatchCreateRoleBindings',
    ],
    'platform.iam.v2beta1.GroupInvitesService': [
      ...['ListGroupInvites', 'GetGroupInvite', 'CreateGroupInvite', 'DeleteGroupInvite'],
    ],
    'platform.registry.v2beta1.TagsService': ['ListTags', 'GetTag'],
    'platform.vulnerabilities.v2beta1.AdvisoriesService': ['ListAdvisories', 'GetAdvisory'],
  });
  expect(methods['platform.iam.v2beta1.IdentitiesService']).toContain('LookupIdentity');
});

test.each(declarations.map((declaration) => [declaration.kind, declaration] as const))(
  'the message of %s has every field that is declared, and says which only the service sets',
  (kind, declaration) => {
    const { domain } = declaration;
    const fields = servedFields(declaration);
    const text = protoTexts(declarations)[`${domain}.proto`]!;
    const [, body = ''] = new RegExp(`^message ${kind} \\{\\n([^]*?)^\\}`, 'm').exec(text) ?? [];
    const names = [...body.matchAll(/^ {2}[a-z][\w.<>, ]* (\w+) = \d+/gim)].map(([, name]) => name);
    expect(names).toEqual(
      Object.keys(fields).map((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)),
    );
    const all = Object.values(fields);
    const reserved = all.filter(({ administratorOnly }) => administratorOnly === true);
    const outputs = all.filter((field) => behaves(field, 'outputOnly', 'identifier') && !reserved.includes(field));
    expect(body.match(/^ {2}\/\/ Output only\./gm) ?? []).toHaveLength(outputs.length);
    expect(body.match(/^ {2}\/\/ Only an administrator changes it\./gm) ?? []).toHaveLength(reserved.length);
  },
);
