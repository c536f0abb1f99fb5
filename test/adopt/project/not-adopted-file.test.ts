import { notAdoptedFile, notAdoptedLine } from '../../../src/adopt/project/not-adopted-file';
import { group } from '../../../src/model/kinds';
import { adopt } from '../adopted';

const entry = {
  ...{
    declaration: group,
    path: 'acme/a|b',
    uid: 'u',
    reason: 'It is a duplicate.',
    nextStep: 'Rename it.',
    contents: 2,
  },
};

test('each object has a row with the reason and the next step, and no meaning in Markdown', async () => {
  const { organization } = await adopt({ groups: [{ name: 'acme' }] }, { isReal: true });
  const complete = notAdoptedFile(organization);
  expect(complete).toContain('It declares every object.');
  expect(complete).not.toContain('does not declare');
  const text = notAdoptedFile({ ...organization, notAdopted: [entry], notes: ['A *note*.'] });
  expect(text).toContain(
    '| group | `acme/a\\|b` | `u` | It is a duplicate. It contains 2 objects, which are not adopted either. Rename it. |',
  );
  expect(text).toContain('- A \\*note\\*.');
});

test('a terminal shows one line for each object', () => {
  expect(notAdoptedLine(entry)).toBe('group acme/a|b with 2 objects: It is a duplicate. Rename it.');
});
