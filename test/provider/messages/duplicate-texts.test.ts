import type { Values } from '../../../src/model/api';
import type { DiagError } from '../../../src/plugin';
import {
  declaredTwice,
  duplicatedByOthers,
  existingObjectError,
  existsAtPlan,
  oneObjectTwice,
} from '../../../src/provider/messages/duplicate-texts';
import { role, roleBinding } from '../../../src/model/kinds';

const [one, other] = [{ uid: 'u1' }, { uid: 'u2' }];
const detailOf = (error: DiagError) => error.diagnostics[0]?.detail ?? '';

describe('an existing object', () => {
  test('is named with its import block, and the ways out', () => {
    const error = existingObjectError(role, 'role "auditor"', [one]);
    expect(error.message).toBe('Cannot create role "auditor": it already exists');
    expect(detailOf(error)).toMatch(
      /Nothing was created[^]*moved \{[^]*import \{[^]*"u1"[^]*"adopt" manages the existing role/,
    );
  });

  test('among several cannot be adopted, and all are named', () => {
    const detail = detailOf(existingObjectError(role, 'role "auditor"', [one, other]));
    expect(detail).toContain('These exist: u1, u2.');
    expect(detail).not.toContain('"adopt"');
    expect(detail).toContain('"create" creates another one');
  });

  test('that the service protects cannot be duplicated: "create" is no way out', () => {
    const detail = detailOf(existingObjectError(roleBinding, 'role binding', [one], true));
    expect(detail).toContain('the service rejects duplicates');
    expect(detail).toContain('on_existing = "adopt"');
    expect(detail).not.toContain('"create"');
  });

  test('is announced at plan, where adoption is offered for a single one only', () => {
    const atPlan = (...found: readonly Values[]) => existsAtPlan(role, found).join('\n');
    expect(atPlan(one)).toMatch(/The API has this role: uid u1\.[^]*"adopt" manages the existing one/);
    expect(atPlan(one, other)).toContain('uid u1, u2');
    expect(atPlan(one, other)).not.toContain('"adopt"');
  });
});

test('the error for two resources of one object explains how to remove one without deleting the object', () => {
  const detail = detailOf(oneObjectTwice(role, 'role "auditor"'));
  expect(detail).toContain('Another platform_role has the same uid');
  expect(detail).toContain('terraform state rm ADDRESS');
});

test('two resources with one natural key are shown its attributes', () => {
  expect(detailOf(declaredTwice(roleBinding, 'x', 'u1'))).toMatch(
    /\(uid u1\)[^]*change one of these attributes: identity_uid, role_uid\. To allow duplicates/,
  );
  expect(detailOf(declaredTwice(roleBinding, 'x', 'u1', true))).not.toContain('To allow duplicates');
});

test('a duplicate of somebody else is named next to the object of this run', () => {
  const detail = detailOf(duplicatedByOthers(role, { subject: 'role "a"', uid: 'u1' }, ['u2', 'u3']));
  expect(detail).toMatch(/created it \(uid u1\)[^]*uid u2, u3[^]*import \{[^]*"u2"/);
});
