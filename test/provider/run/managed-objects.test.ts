import { createManagedObjects } from '../../../src/provider/run/managed-objects';
import { accountAssociation, group } from '../../../src/resources';

test('an account association is another object than its group, whose uid it has', () => {
  const objects = createManagedObjects(true);
  objects.add(group, 'u');
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

test('only adopted objects were adopted', () => {
  const objects = createManagedObjects(true);
  objects.add(group, 'u');
  expect(objects.wasAdopted(group, 'u')).toBe(false);
  objects.adopt(group, 'u');
  expect(objects.wasAdopted(group, 'u')).toBe(true);
});
