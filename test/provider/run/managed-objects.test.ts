import { createManagedObjects } from '../../../src/provider/run/managed-objects';
import { accountAssociation, group } from '../../../src/model/kinds';

test('an account association is another object than its group, whose uid it has', () => {
  const objects = createManagedObjects(true);
  objects.read(group, { uid: 'u' });
  expect([objects.has(group, 'u'), objects.has(accountAssociation, 'u'), objects.has(group, 'v')]).toEqual([
    true,
    false,
    false,
  ]);
});

test('a second read is one of another resource, where the host reads each once', () => {
  const objects = createManagedObjects(true);
  expect([objects.isReadAgain(group, 'u'), objects.isReadAgain(accountAssociation, 'u')]).toEqual([false, false]);
  expect(objects.isReadAgain(group, 'u')).toBe(true);
});

test('a second read proves nothing where the host may repeat it', () => {
  const objects = createManagedObjects(false);
  expect([objects.isReadAgain(group, 'u'), objects.isReadAgain(group, 'u')]).toEqual([false, false]);
});

test('an object that the plan knew stays one that it knew, and what this run did to it counts', () => {
  const objects = createManagedObjects(true);
  objects.updating(group, 'u');
  expect([objects.origin(group, 'u'), objects.origin(group, 'v')]).toEqual(['planned', undefined]);
  objects.adopted(group, { uid: 'u' });
  objects.read(group, { uid: 'u' });
  expect(objects.origin(group, 'u')).toBe('adopted');
  objects.created(group, { uid: 'w' });
  objects.updating(group, 'w');
  expect(objects.origin(group, 'w')).toBe('created');
});
