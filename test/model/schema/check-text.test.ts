import { capabilityEnumName } from '../../../src/model/api';
import { checkFields, type Field, list, string, violationText } from '../../../src/model/schema';

const unknown = Symbol('unknown');
const isUnknown = (value: unknown) => value === unknown;

function problems(field: Field, value: unknown): string[] {
  return checkFields({ field }, [], { field: value }, { isUnknown }).map(violationText);
}

describe('the URL of an issuer', () => {
  const field = string(['optional'], 'An issuer.', { format: 'httpsUrl' });

  it.each([
    'https://issuer.example',
    'https://issuer.example:8443/path?x=1',
    'http://localhost:8080',
    'http://127.0.0.1',
    'http://[::1]:1',
    'http://127.0.0.2:1',
    'http://[::ffff:127.0.0.1]',
  ])('may be %s', (url) => {
    expect(problems(field, url)).toEqual([]);
  });

  it.each([
    ...[
      'http://issuer.example',
      'issuer.example',
      '//issuer.example',
      'https://',
      'ftp://issuer.example',
      'https:// x',
    ],
    ...['https://issuer.example/"x', 'https://issuer.example\\x', 'http://localhost.example', 'javascript:alert(1)'],
  ])('must not be %s', (url) => {
    expect(problems(field, url)).toEqual(['field must be a URL that begins with https://']);
  });

  it('carries no password', () => {
    expect(problems(field, 'https://me:secret@issuer.example')).toEqual([
      'field must not contain a user name or password',
    ]);
  });
});

describe('a length', () => {
  it('is counted in characters, not in the units that they are stored in', () => {
    const field = string(['optional'], 'T.', { maxLength: 3 });
    expect(problems(field, '🦊🦊🦊')).toEqual([]);
    expect(problems(field, '🦊🦊🦊🦊')).toEqual(['field must be at most 3 characters']);
  });
});

describe('a capability', () => {
  const field = list(['optional'], 'C.', { is: 'string', format: 'capability' }, { unordered: true });
  const found = (...names: unknown[]) =>
    checkFields({ field }, [], { field: names }, { isUnknown }).map((violation) => [
      violation.severity,
      violation.path.join('.'),
      violationText(violation),
    ]);

  it('is in the table, as a dotted name or an enum name', () => {
    expect(found('groups.list', 'CAP_IAM_ROLES_LIST', 'repo.blobs.get', unknown)).toEqual([]);
  });

  const ofIdentity = 'identity.create, identity.delete, identity.list, identity.update';
  const ofRepo =
    'repo.blobs.get, repo.check_policies, repo.create, repo.delete, repo.internal.admin, repo.list, repo.update';

  it.each([
    ['identities.list', ofIdentity],
    ['identity.frobnicate', ofIdentity],
    ['repos.blobs.push', ofRepo],
    ['gruops.frobnicate', 'groups.create, groups.delete, groups.list, groups.update'],
    ['CAP_REPO_BLOBS_PUSH', ofRepo.replace(/\w+\.[\w.]+/g, (name) => capabilityEnumName(name))],
    ['libraries.frobnicate', expect.stringMatching(/^libraries\.artifacts\.list, ([\w.]+, ){6}[\w.]+ and \d+ more$/)],
  ])('called %s is a warning that lists the names of its domain', (name, names: unknown) => {
    const [[severity, path, message] = []] = found(name);
    expect([severity, path]).toEqual(['warning', 'field.0']);
    const [start, list] = String(message).split(' Known names of this domain: ');
    expect(start).toBe(`field names "${name}", an unknown capability.`);
    expect(list).toEqual(names);
  });

  it.each(['foo.bar', 'CAP_FIGS_EAT', 'figs.dried.eat'])('called %s is a warning', (name) => {
    expect(found(name)).toEqual([['warning', 'field.0', `field names "${name}", an unknown capability`]]);
  });

  it('is one warning for all unknown names of a role', () => {
    expect(found('groups.list', 'figs.eat', 'roles.list', 'group.list')).toEqual([
      ['warning', 'field', 'field names 2 unknown capabilities: figs.eat, group.list (did you mean groups.list?)'],
    ]);
    const many = Array.from({ length: 40 }, (_, index) => `figs.eat${index}`);
    const [[, , message] = [], ...others] = found(...many);
    expect(others).toEqual([]);
    expect(message).toMatch(/^field names 40 unknown capabilities: (figs\.eat\d, ){7}figs\.eat7 and 32 more$/);
  });

  it.each([
    ['group.list', 'groups.list'],
    ['role_binding.create', 'role_bindings.create'],
    ['groups.lits', 'groups.list'],
    ['repo.blob.get', 'repo.blobs.get'],
    ['CAP_IAM_GROUP_LIST', 'CAP_IAM_GROUPS_LIST'],
  ])('called %s is a warning that suggests %s', (name, meant) => {
    expect(found('roles.list', name)).toEqual([
      ['warning', 'field.1', `field names "${name}", an unknown capability: did you mean "${meant}"?`],
    ]);
  });

  it.each(['groups list', 'groups', 'https://a.example'])('is never called %j', (name) => {
    expect(found(name)).toEqual([
      ['error', 'field.0', `field names "${name}", which is not a capability (like groups.list)`],
    ]);
  });

  it('is in a set in one of its representations', () => {
    expect(found('groups.list', 'roles.list', 'CAP_IAM_GROUPS_LIST')).toEqual([
      ['error', 'field', 'field names "groups.list" and "CAP_IAM_GROUPS_LIST", which are the same'],
    ]);
    expect(found('groups.list', 'groups.list')).toEqual([]);
  });
});
