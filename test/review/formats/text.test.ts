import { formatText } from '../../../src/review';
import { reviewOf } from '../corpus';

test('inherited access is one sentence', () => {
  expect(formatText(reviewOf('example'))).toContain('2 identities inherit access in 1 deleted group');
});
