/** The files of a stack: a text that readers understand differently is not data. */
import fc from 'fast-check';
import { checkStack } from '../../../src/model/stack';
import { everyProduction, generatedStack } from '../approval/grammar/stacks';

const checkText = (text: string) => checkStack([{ name: 'cdk.tf.json', text }]).notData;

/** Returns the texts of an object in JSON, with each key of each object once more. */
function withKeysTwice(value: unknown, path: readonly (string | number)[] = []): [path: string, text: string][] {
  if (typeof value !== 'object' || value === null) return [];
  const entries = Object.entries(value);
  const text = (key: string, inner: string) => `${Array.isArray(value) ? '' : `${JSON.stringify(key)}:`}${inner}`;
  const wrapped = (members: readonly string[]) =>
    Array.isArray(value) ? `[${members.join()}]` : `{${members.join()}}`;
  const members = entries.map(([key, inner]) => text(key, JSON.stringify(inner)));
  return [
    ...(Array.isArray(value)
      ? []
      : entries.map(([key], index): [string, string] => [
          [...path, key].join('/'),
          wrapped([...members, members[index] ?? '']),
        ])),
    ...entries.flatMap(([key, inner], index) =>
      withKeysTwice(inner, [...path, key]).map(([place, made]): [string, string] => [
        place,
        wrapped(members.with(index, text(key, made))),
      ]),
    ),
  ];
}

test('every key that occurs twice is refused', () => {
  fc.assert(
    fc.property(generatedStack, fc.nat(), (stack, index) => {
      const texts = withKeysTwice(stack);
      const [place, text] = texts[index % texts.length]!;
      const found = checkText(text);
      expect(found.filter(({ code }) => code === 'ambiguous')).toEqual([
        {
          code: 'ambiguous',
          subject: 'a key that occurs twice',
          path: expect.anything() as never,
          file: 'cdk.tf.json',
          decides: true,
        },
      ]);
      expect(found[0]?.path.join('/')).toBe(place);
    }),
  );
});

test('a text that is no JSON is refused, and the others are checked', () => {
  const { notData, documents } = checkStack([
    { name: 'a.tf.json', text: '{' },
    { name: 'b.tf.json', text: JSON.stringify({ ...everyProduction(), locals: {} }) },
  ]);
  expect(notData).toMatchObject([
    { code: 'unreadable', path: [], file: 'a.tf.json', decides: true, subject: 'A text expected in line 1, column 2' },
    { code: 'member', path: ['locals'], file: 'b.tf.json' },
  ]);
  expect(documents.map(({ file }) => file)).toEqual(['b.tf.json']);
});

test('the options of the grammar are those of the stack', () => {
  const text = JSON.stringify({ provider: { platform: { base_url: 'https://a' } } });
  expect(checkText(text)).toEqual([]);
  expect(checkStack([{ name: 'a.tf.json', text }], { isConfiguredElsewhere: true }).notData).toMatchObject([
    { code: 'configured-provider' },
  ]);
});
