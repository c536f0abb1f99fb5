/** Tests the parts of a plan that no rule knows: each is reported once, and its contents are in the digest. */
import fc from 'fast-check';
import { PROVIDER_ADDRESS } from '../../../../src/model/api';
import { formatText, readPlan, reviewPlans, type Report } from '../../../../src/review';
import { DECISIONS } from '../../../../src/review/input/plan/key-paths';
import { resourceSchema } from '../../../../src/provider/convert/resource-schema';
import { declarations } from '../../../../src/model/kinds';
import { typeName } from '../../../../src/model/schema';
import { corpusTexts } from '../../corpus';
import { newestPlan } from './newest-plan';

type Json = { [name: string]: unknown };

function review(edit: (document: Json) => void): Report {
  const [{ text } = { text: '' }] = corpusTexts('owner-added');
  const document = JSON.parse(text) as Json;
  edit(document);
  return reviewPlans([readPlan(JSON.stringify(document), 'plan')]);
}

const found = ({ findings }: Report) =>
  findings.flatMap(({ id, severity, subject }) => (id === 'unknown-plan-part' ? [`${severity} ${subject}`] : []));
const before = review(() => undefined);

test('an unknown object at the top is reported, and its contents change the digest', () => {
  const [one, other] = ['x', 'y'].map((value) => review((document) => (document['novelty'] = { any: [value] })));
  expect(one && found(one)).toEqual(['medium novelty']);
  expect(one?.digest).not.toBe(other?.digest);
  expect(one?.digest).not.toBe(before.digest);
});

test('an unknown flag at the top is only mentioned, and changes no digest', () => {
  const report = review((document) => (document['novelty'] = true));
  expect(found(report)).toEqual([]);
  expect(report.unread).toEqual(['This version does not know novelty in the plan.']);
  expect(formatText(report)).toContain('novelty');
  expect(report.digest).toBe(before.digest);
});

test('an unknown member of many rows is reported once', () => {
  const report = review((document) => {
    for (const row of document['resource_changes'] as Json[]) row['novelty'] = 'x';
  });
  expect(found(report)).toEqual(['medium resource_changes[].novelty']);
});

/** The objects whose members have decisions, by their key paths. */
const parents = [...new Set(Object.keys(DECISIONS).map((path) => path.replace(/\.?[^.]+$/, '')))];

/** Returns every object at a key path. */
function objectsAt(place: unknown, steps: readonly string[]): Json[] {
  const [step, ...rest] = steps;
  if (step === undefined) return [place as Json];
  if (step.endsWith('[]'))
    return objectsAt(place, [step.slice(0, -2)]).flatMap((list) =>
      (list as unknown as Json[]).flatMap((element) => objectsAt(element, rest)),
    );
  const members = step === '*' ? Object.values(place as Json) : [(place as Json)[step]];
  return members.flatMap((member) => objectsAt(member, rest));
}

test.each(parents)('an unknown member of "%s" is reported with its key path', (parent) => {
  const steps = parent === '' ? [] : parent.split('.');
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 3 }), fc.stringMatching(/^new_[a-z]{1,9}$/), (value, name) => {
      const document = JSON.parse(JSON.stringify(newestPlan)) as Json;
      const objects = objectsAt(document, steps);
      expect(objects.length).toBeGreaterThan(0);
      for (const object of objects) object[name] = value;
      const path = parent === '' ? name : `${parent}.${name}`;
      expect(readPlan(JSON.stringify(document), 'plan').unknown?.map((part) => part.path)).toEqual([path]);
    }),
    { numRuns: 20 },
  );
});

test.each<[string, (row: Json) => void, string]>([
  ['kind', (row) => (row['type'] = 'platform_novelty'), 'high platform_novelty'],
  [
    'attribute',
    (row) => Object.assign((row['change'] as Json)['after'] as Json, { novelty: 1 }),
    'high platform_group.novelty',
  ],
])('an unknown %s of this provider is high', (_, edit, expected) => {
  const report = review((document) => {
    const row = (document['resource_changes'] as Json[]).find(
      ({ type, provider_name: provider }) => type === 'platform_group' && provider === PROVIDER_ADDRESS,
    );
    if (row !== undefined) edit(row);
  });
  expect(found(report)).toEqual([expected]);
});

test.each(
  declarations
    .filter(({ terraform }) => terraform !== undefined)
    .map((declaration) => [declaration.kind, declaration] as const),
)('each attribute that the provider has for %s is known, and no other', (_, declaration) => {
  const { attributes, blocks = {} } = resourceSchema(declaration);
  const type = typeName(declaration);
  const unknownOf = (names: readonly string[]) => {
    const after = Object.fromEntries(names.map((name) => [name, 'x']));
    const row = {
      ...{ address: `${type}.x`, mode: 'managed', type, name: 'x', provider_name: PROVIDER_ADDRESS },
      change: { actions: ['create'], before: null, after, after_unknown: {} },
    };
    const text = JSON.stringify({ format_version: '1.2', resource_changes: [row], planned_values: {} });
    return readPlan(text, 'plan').unknown?.map(({ path }) => path);
  };
  const names = [...Object.keys(attributes), ...Object.keys(blocks)];
  expect(unknownOf(names)).toEqual([]);
  expect(unknownOf([...names, 'novelty'])).toEqual([`${type}.novelty`]);
});
