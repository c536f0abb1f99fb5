import { group, identity, role, roleBinding } from '../../src/resources';
import { decodeAnswer } from '../../src/schema';
import { answerSchema, createSchema, updateSchema } from '../../src/schema/zod';

function issues(result: {
  error?: { issues: readonly { path: PropertyKey[]; message: string }[] } | undefined;
}): string[] {
  return (result.error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`);
}

describe('what a create takes', () => {
  it('is every input, the required ones at least', () => {
    expect(createSchema(group).parse({ name: 'a', description: 'b' })).toEqual({ name: 'a', description: 'b' });
    expect(issues(createSchema(group).safeParse({}))).toEqual(['name: name is required']);
    expect(issues(createSchema(group).safeParse({ name: 'A' }))).toEqual([
      'name: name must match "^[a-z0-9 ._-]{1,}$"',
    ]);
  });

  it('is nothing that only the service sets, and nothing unknown', () => {
    for (const field of ['uid', 'verified', 'createTime', 'parentUid', 'nonsense']) {
      expect(issues(createSchema(group).safeParse({ name: 'a', [field]: 'x' }))[0]).toContain(field);
    }
  });

  it('follows the rules about several fields, also within a message', () => {
    expect(issues(createSchema(identity).safeParse({ name: 'a', claimMatch: { issuer: 'https://a' } }))).toEqual([
      'claimMatch: exactly one of subject, subjectPattern must be given, found none',
    ]);
  });
});

describe('what an update takes', () => {
  it('is any of what can change', () => {
    expect(updateSchema(roleBinding).safeParse({}).success).toBe(true);
    expect(updateSchema(group).safeParse({ description: '' }).success).toBe(true);
    expect(issues(updateSchema(group).safeParse({ name: '' }))).toEqual(['name: name is required']);
    expect(updateSchema(group).safeParse({ createTime: 'x' }).success).toBe(false);
  });
});

describe('what an answer holds', () => {
  const read = (declaration: Parameters<typeof answerSchema>[0], json: Record<string, unknown>) =>
    answerSchema(declaration).safeParse(decodeAnswer(declaration, json));

  it('is read leniently: unknown fields are dropped, 64-bit numbers may be text', () => {
    const answer = read(group, { uid: 'u', name: 'n', resourceLimits: { idps: '9', clusters: 2 }, future: { a: 1 } });
    expect(answer.data).toMatchObject({ uid: 'u', resourceLimits: { idps: 9, clusters: 2 } });
    expect(answer.data).not.toHaveProperty('future');
  });

  it('may be null wherever it may be absent', () => {
    const nulls = read(identity, {
      uid: 'u',
      name: 'n',
      description: null,
      claimMatch: { issuer: 'https://a', subject: null, claims: null },
    });
    expect(nulls.data).toMatchObject({ uid: 'u', description: '', claimMatch: { issuer: 'https://a' } });
    expect(read(role, { uid: 'u', capabilities: null }).data).toMatchObject({ capabilities: [] });
  });

  it('is refused when a field has another type, naming the field', () => {
    expect(issues(read(group, { uid: 'u', name: 7 }))[0]).toMatch(/^name: /);
    expect(issues(read(group, { uid: 'u', resourceLimits: { idps: 'many' } }))[0]).toMatch(/^resourceLimits\.idps: /);
  });
});
