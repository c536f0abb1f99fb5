/** Tests the names of people in tests of organizations and in rules at synthesis. */
import { TerraformStack, Testing } from 'cdktf';
import { Group, Identity, PlatformProvider, Rules } from '../../../constructs';
import { ROOT_GROUP_UID, synthesized, type IdentityName } from '../../../constructs/testing';
import { program } from './programs';

const issuer = 'https://login.acme.example/realms/staff';
const shown = 'ada at login.acme.example%2Frealms%2Fstaff';

const declare = (acme: ReturnType<typeof Group.fromUid>, stack: TerraformStack) => {
  acme.grant(Identity.person(stack, 'ada', { issuer, subject: 'ada' }), 'owner');
  acme.grant(Identity.person(stack, 'sam', { issuer, subject: 'sam' }), 'viewer');
  acme.grant(Identity.person(stack, 'other-sam', { issuer: 'https://login.other.example', subject: 'sam' }), 'viewer');
};
const org = synthesized(program(declare));

const forms: readonly (readonly [string, IdentityName])[] = [
  ['the account', { issuer, subject: 'ada' }],
  ['subject at host', 'ada at login.acme.example'],
  ['subject at issuer', `ada at ${issuer}`],
  ['subject at issuer without the scheme', 'ada at login.acme.example/realms/staff'],
  ['the displayed name', shown],
  ['the subject', 'ada'],
];

test.each(forms)('a test accepts a person as %s', (_, name) => {
  expect(org.can(name, 'role_bindings.create', 'acme')).toBe(true);
});

test('a test shows a person by the account', () => {
  expect(org.whoHas('owner', 'acme')).toEqual([shown]);
});

test.each<[string, IdentityName, string]>([
  [
    'an ambiguous subject',
    'sam',
    'The name "sam" is ambiguous: sam at login.acme.example%2Frealms%2Fstaff (data.platform_identity.sam), ' +
      'sam at login.other.example (data.platform_identity.other-sam). Use the account or the uid.',
  ],
  ['a subject with a typo', 'adda', `Cannot find identity "adda". Did you mean ${shown}?`],
  [
    'an account with a typo',
    { issuer, subject: 'adda' },
    `Cannot find identity "adda at login.acme.example/realms/staff". Did you mean ${shown}?`,
  ],
])('a test rejects %s with the next step', (_, name, message) => {
  expect(() => org.can(name, 'groups.list', 'acme')).toThrow(new TypeError(message));
});

/** Returns the errors of an assertion at synthesis. */
function errorsOf(person: IdentityName, more: 'can' | 'cannot' = 'can'): string {
  const app = Testing.app();
  const stack = new TerraformStack(app, 'org');
  new PlatformProvider(stack, 'platform');
  declare(Group.fromUid(stack, 'acme', ROOT_GROUP_UID), stack);
  const names = { [ROOT_GROUP_UID]: 'acme' };
  const assertions = [{ person, [more]: ['role_bindings.create'], where: ['acme'] }];
  new Rules(app, { configuration: { names, assertions } });
  try {
    app.synth();
  } catch (error) {
    return (error as Error).message;
  }
  return '';
}

test.each(forms)('an assertion at synthesis accepts a person as %s', (_, name) => {
  expect(errorsOf(name)).toBe('');
  expect(errorsOf(name, 'cannot')).toContain(`: ${shown} has role_bindings.create in acme`);
});

test('an ambiguous person fails an assertion at synthesis', () => {
  expect(errorsOf('sam', 'cannot')).toContain('The name "sam" is ambiguous');
});
