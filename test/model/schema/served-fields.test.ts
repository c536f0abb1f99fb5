import { declarations, group, identityProvider } from '../../../src/model/kinds';
import { message, servedFields, string } from '../../../src/model/schema';

const inside = (fields: ReturnType<typeof servedFields>, name: string) => {
  const type = fields[name]?.type;
  return type?.is === 'message' ? type.fields : {};
};

test('declared fields stay, and unmanaged ones are marked', () => {
  for (const declaration of declarations) {
    const served = servedFields(declaration);
    const managed = Object.keys(served).filter((name) => served[name]?.isUnmanaged !== true);
    expect(managed).toEqual(Object.keys(declaration.fields));
  }
});

test('an unmanaged field within a message is added there, and the declaration is unchanged', () => {
  expect(inside(servedFields(identityProvider), 'oidc')).toHaveProperty('correlationRule');
  expect(inside(identityProvider.fields, 'oidc')).not.toHaveProperty('correlationRule');
});

test('a field deeper than one message is added', () => {
  const outer = message(['optional'], 'A.', { inner: message(['optional'], 'B.', {}) });
  const fields = { uid: group.fields.uid, outer };
  const served = servedFields({ ...group, fields, unmanagedFields: { 'outer.inner.x': string(['optional'], 'X.') } });
  expect(inside(inside(served, 'outer'), 'inner')).toMatchObject({ x: { isUnmanaged: true } });
});

test('a path through something that is no message is an error', () => {
  const withPath = (path: string) => ({ ...group, unmanagedFields: { [path]: string(['optional'], 'X.') } });
  expect(() => servedFields(withPath('name.x'))).toThrow('name is no message, and cannot contain x');
  expect(() => servedFields(withPath('nonsense.x.y'))).toThrow('nonsense is no message, and cannot contain x.y');
});
