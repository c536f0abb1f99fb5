// @slow
/** Adopts random organizations in every form of a program, and compares what the programs declare with them. */
import fc from 'fast-check';
import {
  adoptedObjects,
  adoptedProject,
  programAddition,
  resolveOrganization,
  type ListedOrganization,
  type AdoptedOrganization,
  type ProjectOptions,
} from '../../src/adopt';
import { group, identity, role } from '../../src/model/kinds';
import type { Declaration } from '../../src/model/schema';
import { adopt, importsIn, synthesizedAddition, synthesizedProject } from './adopted';
import { randomOrganization } from './random-organization';
import { typeErrors } from './type-errors';

const METHODS = ['claimMatch', 'awsIdentity', 'servicePrincipal'] as const;

/** The sources of all programs: one compiler checks them, because its start takes longer than an organization. */
const programs = new Map<string, string>();
const addPrograms = (files: ReadonlyMap<string, string>): void => {
  const folder = programs.size;
  for (const [path, text] of files) if (path.endsWith('.ts')) programs.set(`${folder}/${path}`, text);
};

test('programs, YAML, stacks and additions of a random organization compile, and declare every object once', async () => {
  await fc.assert(
    fc.asyncProperty(randomOrganization, fc.infiniteStream(fc.boolean()), async (seed, flags) => {
      const { organization, listed } = await adopt(seed, { looksUpPeople: true });
      expect(organization.notAdopted).toEqual([]);
      expect(adoptedObjects(organization)).toHaveLength([...listed.objects.values()].flat().length);
      const inStacks = flags.next().value ? 'yaml' : 'constructs';
      declaresAll(organization, { format: 'constructs' });
      declaresAll(organization, { format: 'yaml' });
      declaresAll(organization, { format: inStacks, stackSize: quarterOf(organization) });
      importsUnmanaged(listed, () => flags.next().value);
    }),
    { numRuns: 3, endOnFailure: true },
  );
  expect(typeErrors(programs)).toEqual([]);
}, 300_000);

function declaresAll(organization: AdoptedOrganization, options: Omit<ProjectOptions, 'hasImports'>): void {
  const project = adoptedProject(organization, { hasImports: true, ...options });
  addPrograms(project.files);
  const { stackSize: most = Infinity } = options;
  expect([...project.stacks.values()].every((count) => count <= most)).toBe(true);
  const imported = importsIn(project).flatMap(([, all]) => Object.values(all).flatMap((uids) => Object.values(uids)));
  expect(imported.sort()).toEqual(uidsOf(adoptedObjects(organization)));

  const org = synthesizedProject(project, organization.root.uid);
  const [groups, identities, roles] = [org.groups, org.identities, org.roles].map((all) => Object.values<object>(all));
  expect(descriptions(groups)).toEqual(descriptions(valuesOf(organization, group)));
  expect(descriptions(identities)).toEqual(descriptions(valuesOf(organization, identity)));
  expect(descriptions(roles)).toEqual(descriptions(valuesOf(organization, role)));
  expect(trusts(identities)).toEqual(trusts(valuesOf(organization, identity)));
}

/** Adds a random part of the organization to a program that manages the others. */
function importsUnmanaged(listed: ListedOrganization, draw: () => boolean): void {
  const all = [...listed.objects].flatMap(([kind, objects]) => objects.map(({ uid }) => toKey(kind, String(uid))));
  const managed = new Set(all.filter(draw));
  const isManaged = (kind: Declaration, uid: string) => managed.has(toKey(kind, uid));
  const organization = resolveOrganization(listed, { now: new Date(), isManaged });
  expect(organization.notAdopted).toEqual([]);
  const unmanaged = adoptedObjects(organization);
  expect(unmanaged.map(({ declaration, uid }) => toKey(declaration, uid)).sort()).toEqual(
    all.filter((one) => !managed.has(one)).sort(),
  );
  const { files } = programAddition(organization, 1);
  addPrograms(files);
  expect(synthesizedAddition(files).sort()).toEqual(uidsOf(unmanaged));
}

/** An account association has the uid of its group. */
function toKey({ kind }: Declaration, uid: string): string {
  return `${kind} ${uid}`;
}

function uidsOf(objects: readonly { readonly uid: string }[]): string[] {
  return objects.map(({ uid }) => uid).sort();
}

/** Returns the size of about four stacks. The objects of one group cannot be divided. */
function quarterOf(organization: AdoptedOrganization): number {
  const objects = adoptedObjects(organization);
  const sizes = [organization.root, ...objects].map((object) =>
    'contents' in object ? [...object.contents].reduce((sum, [, members]) => sum + members.length, 0) : 0,
  );
  return Math.max(...sizes, Math.ceil(objects.length / 4));
}

function valuesOf(organization: AdoptedOrganization, kind: Declaration) {
  return adoptedObjects(organization).flatMap(({ declaration, values }) => (declaration === kind ? [values] : []));
}

function descriptions(objects: readonly { readonly description?: unknown }[] = []): string[] {
  return objects.flatMap(({ description }) => (typeof description === 'string' ? [description] : [])).sort();
}

/** Returns the methods to assume identities, in any order. */
function trusts(objects: readonly object[] = []): string[] {
  return objects
    .flatMap((object) => METHODS.map((method) => sorted((object as Record<string, unknown>)[method])))
    .sort();
}

function sorted(value: unknown): string {
  return (
    JSON.stringify(value, (_, inner: unknown) =>
      typeof inner === 'object' && inner !== null ? Object.fromEntries(Object.entries(inner).sort()) : inner,
    ) ?? ''
  );
}
