import { identity, RELATIONSHIP_TYPES, STATIC_KEYS_DAYS } from '../../../src/model/kinds';
import { checkChangedValues, isUpdatable, violationText } from '../../../src/model/schema';
import { problems } from './checked';

const issuer = 'https://token.example.com';
const ofTrust = (claimMatch: Readonly<Record<string, unknown>>) => problems(identity, { name: 'ci', claimMatch });
const aws = { awsAccount: '123456789012', arn: 'arn:aws:iam::123456789012:role/ci', userId: 'AIDA' };
const methods = 'claimMatch, staticKeys, awsIdentity, servicePrincipal';

describe('the methods to assume an identity', () => {
  test('are exclusive, and one is needed', () => {
    expect(problems(identity, { name: 'ci' })).toEqual([`exactly one of ${methods} must be given, found none`]);
    expect(
      problems(identity, { name: 'ci', awsIdentity: aws, servicePrincipal: 'SERVICE_PRINCIPAL_COSIGNED' }),
    ).toEqual([`exactly one of ${methods} must be given, found awsIdentity, servicePrincipal`]);
  });

  test('each have the name of a list filter', () => {
    const [rule] = identity.rules!;
    expect(Object.keys(RELATIONSHIP_TYPES)).toEqual(rule!.fields);
    expect(identity.filters['relationship_type']?.oneOf).toEqual(Object.values(RELATIONSHIP_TYPES));
  });

  test('each decide who has access', () => {
    const [rule] = identity.rules!;
    const names = rule!.fields as (keyof typeof identity.fields)[];
    expect(names.filter((name) => identity.fields[name].decidesAccess !== true)).toEqual([]);
    expect(names.filter((name) => !isUpdatable(identity.fields[name]))).toEqual([]);
  });
});

describe('a claim match', () => {
  test('has one issuer and one subject, each exact or a pattern', () => {
    expect(ofTrust({ issuer, subject: 's' })).toEqual([]);
    expect(ofTrust({ issuerPattern: '^https://token\\.example\\.com$', subjectPattern: '^s$' })).toEqual([]);
    expect(ofTrust({ subject: 's' })).toEqual(['exactly one of issuer, issuerPattern must be given, found none']);
    expect(ofTrust({ issuer, subject: 's', subjectPattern: '^s$' })).toEqual([
      'exactly one of subject, subjectPattern must be given, found subject, subjectPattern',
    ]);
  });

  test('is not satisfied by an empty subject', () => {
    expect(ofTrust({ issuer, subject: '' })).toEqual([
      'exactly one of subject, subjectPattern must be given, found none',
    ]);
  });

  test('has one audience at most', () => {
    expect(ofTrust({ issuer, subject: 's', audience: 'a', audiencePattern: '^a$' })).toEqual([
      'at most one of audience, audiencePattern must be given, found audience, audiencePattern',
    ]);
  });

  test('does not trust an issuer that anyone on the network can imitate', () => {
    expect(ofTrust({ issuer: 'http://token.example.com', subject: 's' })).toEqual([
      'issuer must be a URL that begins with https://',
    ]);
    expect(ofTrust({ issuer: 'http://localhost:8080', subject: 's' })).toEqual([]);
  });

  test('refuses patterns that the service cannot compile, also of further claims', () => {
    expect(ofTrust({ issuer, subjectPattern: '^(a$' })).toHaveLength(1);
    expect(ofTrust({ issuer, subject: 's', claimPatterns: { ref: '^(?=a)$' } })).toHaveLength(1);
    expect(ofTrust({ issuer, subject: 's', claimPatterns: { ref: '^refs/heads/main$' } })).toEqual([]);
  });

  test('warns of likely mistakes that the service accepts', () => {
    expect(ofTrust({ issuer: 'https://token.actions.githubusercontent.com', subject: 'repo:acme/*' })).not.toEqual([]);
  });
});

describe('static keys', () => {
  const now = new Date('2026-01-01T00:00:00Z');
  const after = (days: number) => new Date(now.getTime() + days * 86_400_000).toISOString();
  const found = (expirationTime: string) =>
    checkChangedValues(identity.fields, { staticKeys: { expirationTime } }, { now, before: null }).map(violationText);

  test('are trusted for a year at most', () => {
    expect(found(after(STATIC_KEYS_DAYS))).toEqual([]);
    expect(found(after(STATIC_KEYS_DAYS + 1))).toEqual(['expirationTime must be at most 365 days ahead']);
    expect(found(after(-1))).toEqual([expect.stringContaining('must be in the future')]);
  });

  test('have one audience at most', () => {
    const staticKeys = { issuer, subject: 's', issuerKeys: '{"keys":[]}', audiences: ['a', 'b'] };
    expect(problems(identity, { name: 'ci', staticKeys })).toContain('audiences must have at most 1 element');
  });

  test('contain no private key', () => {
    const issuerKeys = JSON.stringify({ keys: [{ kty: 'oct', k: 'hunter2' }] });
    const [problem = ''] = problems(identity, { name: 'ci', staticKeys: { issuer, subject: 's', issuerKeys } });
    expect(problem).toMatch(/^issuerKeys must contain public keys only/);
    expect(problem).not.toContain('hunter2');
  });
});

describe('an identity of AWS', () => {
  const ofAws = (values: Readonly<Record<string, unknown>>) =>
    problems(identity, { name: 'ci', awsIdentity: { ...aws, ...values } });

  test('names the caller and the user, each exactly or by a pattern', () => {
    expect(ofAws({})).toEqual([]);
    expect(ofAws({ arn: undefined, arnPattern: '^arn:aws:iam::123456789012:role/.*$' })).toEqual([]);
    expect(ofAws({ arn: undefined })).toEqual(['exactly one of arn, arnPattern must be given, found none']);
    expect(ofAws({ userIdPattern: '^AIDA$' })).toEqual([
      'exactly one of userId, userIdPattern must be given, found userId, userIdPattern',
    ]);
  });

  test('names the account by its twelve digits', () => {
    expect(ofAws({ awsAccount: '1234' })).toEqual(['awsAccount must match "^[0-9]{12}$"']);
  });
});

test('a service of the platform may be one that this version does not know', () => {
  const ofService = (servicePrincipal: string) => problems(identity, { name: 'ci', servicePrincipal });
  expect(ofService('SERVICE_PRINCIPAL_NEW_ONE')).toEqual([]);
  expect(ofService('COSIGNED')).toEqual(['servicePrincipal must match "^SERVICE_PRINCIPAL_[A-Z0-9_]+$"']);
});
