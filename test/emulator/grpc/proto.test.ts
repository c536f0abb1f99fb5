import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createServices } from '../../../src/emulator/grpc/methods';
import { snakeCase } from '../../../src/model/api';
import { distinctProtoTexts, protoTexts } from '../../../src/emulator/grpc/proto-files';
import { createAllServices } from '../../../src/emulator/grpc/services';
import { declarations } from '../../../src/model/kinds';
import { behaves, servedFields } from '../../../src/model/schema';

const folder = join(__dirname, '../../../src/emulator/grpc/proto');
const services = createAllServices(declarations);
const texts = protoTexts(services);
const distinct = distinctProtoTexts(services);

test.each(Object.entries(distinct))(
  '%s in the repository is what the declarations say; else run `npm run docs`',
  (name, text) => {
    expect(readFileSync(join(folder, name), 'utf8')).toBe(text);
  },
);

test('each file of v2beta1 is that of v2 with another version, and is not in the repository', () => {
  const older = Object.entries(texts).filter(([name]) => distinct[name] === undefined);
  expect(older.map(([name]) => name).sort()).toEqual(
    ['iam', 'ping', 'registry', 'vulnerabilities'].map(
      (domain) => `chainguard/platform/${domain}/v2beta1/${domain}.proto`,
    ),
  );
  for (const [name, text] of older)
    expect(text).toBe(distinct[name.replace('/v2beta1/', '/v2/')]!.replaceAll('.v2', '.v2beta1'));
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.proto'));
  expect(files.sort()).toEqual(Object.keys(distinct).sort());
});

test('each kind has its service, with the methods that HTTP has', () => {
  const methods = Object.fromEntries(
    createServices(declarations).map((service) => [service.name, service.methods.map(({ name }) => name)]),
  );
  expect(Object.keys(methods)).toHaveLength(2 * declarations.length);
  expect(methods).toMatchObject({
    'chainguard.platform.iam.v2beta1.RoleBindingsService': [
      ...['List', 'Get', 'Create', 'Update', 'Delete'].map((verb) => `${verb}RoleBinding${verb === 'List' ? 's' : ''}`),
      'BatchCreateRoleBindings',
    ],
    'chainguard.platform.iam.v2beta1.GroupInvitesService': [
      ...['ListGroupInvites', 'GetGroupInvite', 'CreateGroupInvite', 'DeleteGroupInvite'],
    ],
    'chainguard.platform.registry.v2beta1.TagsService': ['ListTags', 'GetTag'],
    'chainguard.platform.vulnerabilities.v2beta1.AdvisoriesService': ['ListAdvisories', 'GetAdvisory'],
  });
  expect(methods['chainguard.platform.iam.v2beta1.IdentitiesService']).toContain('LookupIdentity');
});

test.each(declarations.map((declaration) => [declaration.kind, declaration] as const))(
  'the message of %s has every field that is declared, and says which only the service sets',
  (kind, declaration) => {
    const { domain } = declaration;
    const fields = servedFields(declaration);
    const text = texts[`chainguard/platform/${domain}/v2/${domain}.proto`]!;
    const [, body = ''] = new RegExp(`^message ${kind} \\{\\n([^]*?)^\\}`, 'm').exec(text) ?? [];
    const own = body.replace(/^ {2}(?:\/\/.*\n {2})*(?:message|enum) \w+ \{\n[^]*?^ {2}\}\n/gm, '');
    const names = [...own.matchAll(/^ {2,4}[a-z][\w.<>, ]* (\w+) = \d+/gim)].map(([, name]) => name);
    const declared = Object.keys(fields).filter((name) => declaration.protobuf.fields[name] !== undefined);
    expect(names.sort()).toEqual(declared.map(snakeCase).sort());
    const all = declared.map((name) => fields[name]!);
    const reserved = all.filter(({ administratorOnly }) => administratorOnly === true);
    const outputs = all.filter((field) => behaves(field, 'outputOnly', 'identifier') && !reserved.includes(field));
    expect(own.match(/^ {2}\/\/ Output only\./gm) ?? []).toHaveLength(outputs.length);
    expect(own.match(/^ {2}\/\/ Only an administrator changes it\./gm) ?? []).toHaveLength(reserved.length);
  },
);
