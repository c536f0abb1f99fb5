import { readConfiguration } from '../../../../src/review';

const places: readonly (readonly [place: string, (path: string) => object])[] = [
  [
    'invariants[0].where[0]',
    (path) => ({ invariants: [{ name: 'r', rule: 'never', reason: 'So.', can: ['repo.list'], where: [path] }] }),
  ],
  [
    'invariants[0].except[0]',
    (path) => ({
      invariants: [
        { name: 'r', rule: 'atLeast', count: 1, reason: 'So.', can: ['repo.list'], where: ['acme'], except: [path] },
      ],
    }),
  ],
  ['assertions[0].where[0]', (path) => ({ assertions: [{ person: 'ada', cannot: ['repo.list'], where: [path] }] })],
  ['noNewAccess[0].where[0]', (path) => ({ noNewAccess: [{ where: [path] }] })],
  ['exclusive[0]', (path) => ({ exclusive: [path] })],
];

test.each(places)('a path that no group can have is an error: %s', (place, configure) => {
  const read = (path: string) => readConfiguration(JSON.stringify(configure(path)), 'c.json');
  for (const wrong of ['/acme', 'acme/', 'acme//prod', '/', 'Acme/prod', 'acme/pro*d/Ä', 'acme/prod\t', 'acme/**/'])
    expect(() => read(wrong)).toThrow(`${place}: no group has the path ${JSON.stringify(wrong)}`);
  for (const possible of [
    'acme',
    'acme/**',
    '**/prod',
    '*/a b._-c/*-x',
    'c0ffee00',
    'c0ffee00'.repeat(5),
    'acme/a#0123',
  ])
    expect(read(possible)).toEqual(configure(possible));
});

test('a group can have any name that the configuration gives it', () => {
  const configuration = { names: { ['c0ffee00'.repeat(5)]: 'Acme Inc.' }, exclusive: ['Acme Inc./prod'] };
  expect(readConfiguration(JSON.stringify(configuration), 'c.json')).toEqual(configuration);
});
