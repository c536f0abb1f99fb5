/** Compares the answers of the page with the definition of access. */
import fc from 'fast-check';
import { canonicalCapability, isKnownCapability } from '../../../src/model/api';
import { answerQuestion, type PageAnswerRow } from '../../../src/review/page/answers';
import { createModel, type Model as PageModel, type PageNode } from '../../../src/review/page/model';
import {
  askedCapabilities,
  Model,
  twoOrganizations,
  type Organization,
} from '../../access/graph/arbitrary-organization';
import { dataOf } from './page-data';

/** Returns the paths of the rows that have a grant on side `index`. */
function held(model: PageModel, rows: readonly PageAnswerRow[] | undefined, index: number): string[] {
  const { name, graph } = model.sides[index]!;
  const toPath = ({ node, keys }: PageNode) =>
    (node === 'group' ? graph.group(keys[name] ?? '') : graph.identity(keys[name] ?? '')).path;
  return (rows ?? [])
    .filter(({ cells }) => (cells[index] ?? []).length > 0)
    .map(({ subject }) => (typeof subject === 'string' ? subject : 'role' in subject ? subject.role : toPath(subject)))
    .sort();
}

/** Returns true for a capability that the table or a role of either organization names. */
function isNamed(what: string, organizations: readonly Organization[]): boolean {
  const name = canonicalCapability(what);
  return (
    isKnownCapability(name) ||
    organizations.some(({ roles = [] }) => [...roles].some(({ capabilities }) => capabilities.includes(name)))
  );
}

const sample = <T>(items: readonly T[]) => fc.nat().map((number) => items[number % items.length]);

test('answers about identities, groups and capabilities agree with the definition on both sides', () => {
  fc.assert(
    fc.property(twoOrganizations(), fc.infiniteStream(fc.nat()), (organizations, numbers) => {
      const model = createModel(dataOf(...organizations));
      const pick = <T>(items: readonly T[]): T => items[(numbers.next().value as number) % items.length]!;
      const choices = organizations.map((organization) => new Model(organization));
      organizations.forEach((organization, index) => {
        const [truth, side] = [choices[index]!, model.sides[index]!];
        if (organization.groups.length === 0) return;
        const group = pick(organization.groups);
        const [what, people] = [pick(askedCapabilities), truth.identities()];
        const where = model.find(side.name, 'group', group.key)!;
        if (!isNamed(what, organizations)) {
          expect(() => answerQuestion(model, { what, where })).toThrow(`Cannot find capability "${what}".`);
          return;
        }
        const names = people.filter(({ key }) => truth.holds(key, what, group.key)).map(({ path }) => path);
        expect(held(model, answerQuestion(model, { what, where })?.rows, index)).toEqual(names.sort());
        const somebody = people.length === 0 ? undefined : pick(people);
        if (somebody === undefined) return;
        const who = model.find(side.name, 'identity', somebody.key)!;
        const whether = answerQuestion(model, { who, what, where })!.rows;
        expect((whether[0]!.cells[index] ?? []).length > 0).toBe(truth.holds(somebody.key, what, group.key));
        const all = held(model, answerQuestion(model, { who, where })!.rows, index);
        const asked = askedCapabilities.filter(
          (capability) => !capability.startsWith('CAP_') && capability !== 'never.named',
        );
        const isAnswered = (name: string) => all.includes(name) || (!isKnownCapability(name) && all.includes('*'));
        expect(asked.filter(isAnswered)).toEqual(asked.filter((name) => truth.holds(somebody.key, name, group.key)));
        expectEverywhere(model, organization, truth, index, { who, what, key: somebody.key });
      });
    }),
  );
});

/** Expects that the identity has the capability exactly in the groups of the answer and beneath them. */
function expectEverywhere(
  model: PageModel,
  { groups }: Organization,
  truth: Model,
  index: number,
  { who, what, key }: { readonly who: PageNode; readonly what: string; readonly key: string },
): void {
  const answered = new Set(held(model, answerQuestion(model, { who, what })!.rows, index));
  const isAnswered = ({ key: group }: { readonly key: string }) =>
    truth.upwards(group).some((above) => answered.has(truth.path(above)));
  expect(groups.filter(isAnswered)).toEqual(groups.filter((group) => truth.holds(key, what, group.key)));
}

test('exactly the rows with gained or lost access have a sign', () => {
  fc.assert(
    fc.property(twoOrganizations(), sample(askedCapabilities), ([before, after], what) => {
      const model = createModel(dataOf(before, after));
      if (!isNamed(what ?? '', [before, after])) return;
      for (const where of model.nodes.filter(({ node }) => node === 'group'))
        for (const { sign, cells } of answerQuestion(model, { what, where })!.rows) {
          const [had, has] = cells.map((cell) => (cell ?? []).length > 0);
          expect(sign === '+').toBe(!had && has);
          expect(sign === '-').toBe(had && !has);
        }
    }),
    { numRuns: 30 },
  );
});

test('a relevant grant of a role with unknown capabilities is counted', () => {
  const data = dataOf({
    groups: [
      { key: 'acme', name: 'acme' },
      { key: 'shop', name: 'shop', parent: 'acme' },
    ],
    identities: [{ key: 'ci', name: 'ci', group: 'acme' }],
    roles: [{ key: 'r', name: 'unknown role r', capabilities: [] }],
    grants: [{ key: 'g', identity: 'ci', role: 'r', group: 'shop' }],
  });
  const model = createModel({ ...data, unknownRoles: ['r'] });
  const at = (path: string) =>
    answerQuestion(model, { what: 'groups.list', where: model.byPath('group', path)! })?.unknown;
  expect([at('acme'), at('acme/shop')]).toEqual([0, 1]);
});
