import { group, identity, role } from '../../../src/model/kinds';
import { decodeResponse } from '../../../src/model/schema';
import { responseSchema } from '../../../src/model/schema/response-schema';

function issues(result: {
  error?: { issues: readonly { path: PropertyKey[]; message: string }[] } | undefined;
}): string[] {
  return (result.error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`);
}

describe('what a response holds', () => {
  const read = (declaration: Parameters<typeof responseSchema>[0], json: Record<string, unknown>) =>
    responseSchema(declaration).safeParse(decodeResponse(declaration, json));

  it('is read leniently: unknown fields are dropped, 64-bit numbers may be text', () => {
    const response = read(group, { uid: 'u', name: 'n', resourceLimits: { idps: '9', clusters: 2 }, future: { a: 1 } });
    expect(response.data).toMatchObject({ uid: 'u', resourceLimits: { idps: 9, clusters: 2 } });
    expect(response.data).not.toHaveProperty('future');
  });

  it('keeps the number of an enumeration value that has no name', () => {
    expect(read(role, { uid: 'u', capabilities: ['CAP_IAM_GROUPS_LIST', 4711] }).data).toMatchObject({
      capabilities: ['groups.list', '4711'],
    });
    expect(read(identity, { uid: 'u', servicePrincipal: 7 }).data).toMatchObject({ servicePrincipal: '7' });
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
