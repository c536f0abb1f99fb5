/** A history of edits, each applied during faults. After the end of all faults, everything must be as declared. */
import { randomFrom } from '../../../support/random';
import type { Diagnostic } from '../../../support/terraform-json';
import {
  getAddresses,
  getAddress,
  firstConfiguration,
  secretOf,
  type Configuration,
  type Identity,
} from './configuration';
import { changedIn, type Coverage } from './coverage';
import { namedLists } from './editing';
import { edits, type EditName } from './edits';
import { differencesOf, expectedOf } from './expected';
import { ask, roleUid } from './organization';
import { calm, runs, uidsIn, WITHIN_LAG, type RunName } from './runs';
import type { World } from './world';

export interface Steps {
  readonly edits: readonly EditName[];
  readonly runs: readonly RunName[];
}

/** The number of times that a user runs Terraform again before asking for help. */
const patience = 3;
const stepsOfEach = 3;
/** They lose the values that a rotation compares. */
const runsWithoutState: readonly RunName[] = (Object.keys(runs) as RunName[]).filter((name) =>
  name.startsWith('take out'),
);
const creating: readonly EditName[] = [
  'add a group',
  'add a role',
  'add an identity and bind it',
  'add accounts to a group',
  'invite somebody',
  'map an external group',
];

/**
 * The steps of consecutive seeds cover all edits, and every run for each of them. Their objects are random.
 * @param report called with each step at its start
 * @throws Error that describes the differences from the configuration
 */
export async function runHistory(
  world: World,
  seed: number,
  steps: Steps,
  coverage: Coverage,
  report: (step: string) => void,
): Promise<void> {
  const random = randomFrom(seed);
  const configuration = firstConfiguration(random);
  if (random.chance(50)) {
    report('the service normalises');
    world.normalise();
  }
  if (random.chance(50)) {
    report('pages are short');
    world.shorten(5);
  }
  if (random.chance(50)) {
    report('responses are compressed');
    world.compress();
  }
  if (random.chance(50)) {
    report('reads lag behind writes');
    await world.liveLike();
  }
  world.configure(configuration);
  const first = await world.apply();
  if (first.code !== 0) throw new Error(`The first apply fails:\n${inWords(first.errors)}`);
  const stale: string[] = [];
  for (let step = 0; step < stepsOfEach; step += 1) {
    const { edit, run } = stepAt(seed * stepsOfEach + step, steps);
    // Most errors occur when something is created.
    const more = random.chance(50) ? creating : steps.edits;
    // Terraform cannot apply two moves that make a group the parent of its former parent: its graph has a cycle.
    const edited = [edit, random.pick(more.filter((name) => name !== edit))!];
    report(`${edited.join(' + ')} → ${run}`);
    const before = structuredClone(configuration);
    for (const each of edited) {
      const now = structuredClone(configuration);
      edits[each](configuration, random);
      coverage.edited(each, now, configuration);
    }
    const rotated = runsWithoutState.includes(run) ? [] : await rotatedIdentities(world, before, configuration);
    world.configure(configuration);
    coverage.ran(run, changedIn(before, configuration));
    const needlessBefore = world.watch.needless.length;
    await runs[run](world, configuration, random, (kind) => coverage.ran(run, kind === undefined ? [] : [kind]));
    world.meet(undefined);
    if (calm.includes(run)) continue;
    await settle(world, configuration);
    if (run === WITHIN_LAG) {
      // A plan within the lag of an update sends the same values again.
      stale.push(...world.watch.needless.slice(needlessBefore));
      await deleteReported(world, coverage);
    }
    await checkOrganization(world, configuration);
    const uids = await uidsIn(world);
    throwIfAny(
      'The rotation is lost:',
      rotated.filter(([address, uid]) => uids.get(address) === uid).map(([address]) => address),
    );
  }
  report('end of the faults');
  await settle(world, configuration);
  await checkOrganization(world, configuration);
  report('destroy');
  const destroyed = await world.run('destroy', '-no-color', '-input=false', '-auto-approve');
  if (destroyed.code !== 0) throw new Error(`The destroy fails:\n${destroyed.text}`);
  throwIfAny(
    'After the destroy, these objects still exist:',
    (await world.existing()).map(({ key }) => key),
  );
  throwIfAny('Undeclared objects have changed:', await world.touchedBystanders());
  throwIfAny('A secret is stored in:', world.leaks());
  throwIfAny(
    'Needless requests:',
    world.watch.needless.filter((request) => !stale.includes(request)),
  );
}

/** Returns the addresses and uids of the identities that another value of `rotate_on` must replace. */
async function rotatedIdentities(
  world: World,
  before: Configuration,
  after: Configuration,
): Promise<(readonly [address: string, uid: string | undefined])[]> {
  const isRotated = ({ label, rotation }: Identity): boolean => {
    const previous = before.identities.find((identity) => identity.label === label)?.rotation;
    return previous !== undefined && rotation !== undefined && rotation !== previous;
  };
  const addresses = after.identities.filter(isRotated).map(({ label }) => getAddress('identities', label));
  if (addresses.length === 0) return [];
  const resources = (await world.tf.state()).values?.root_module.resources ?? [];
  // A previous run may have stored the identity without values.
  const rotatable = resources.filter(
    ({ address, values }) => addresses.includes(address) && values['rotate_on'] != null,
  );
  return rotatable.map(({ address, values }) => [address, String(values['uid'])]);
}

/** Deletes the duplicates that the plan reports, or `drift` in a stack too small for lists. Throws if neither does. */
async function deleteReported(world: World, coverage: Coverage): Promise<void> {
  for (;;) {
    const managed = [...(await uidsIn(world)).values()];
    const existing = await world.existing();
    const keys = existing.filter(({ uid }) => managed.includes(uid)).map(({ key }) => key);
    const duplicates = existing.filter(({ uid, key }) => keys.includes(key) && !managed.includes(uid));
    if (duplicates.length === 0) return;
    const plan = await world.run('plan', '-no-color', '-input=false');
    const texts = { 'a plan': plan.text, drift: await world.drift() };
    const reported = Object.entries(texts).map(([by, text]) => ({
      by,
      objects: duplicates.filter(({ uid }) => text.includes(`uid ${uid}`) || text.includes(uid)),
    }));
    const { by, objects } = reported.find((report) => report.objects.length > 0) ?? { by: 'nothing', objects: [] };
    if (objects.length === 0)
      throwIfAny(
        'Nothing reports the duplicates:',
        duplicates.map(({ key }) => key),
      );
    coverage.reported(
      by,
      objects.map(({ collection }) => collection),
    );
    for (const { collection, uid } of objects) await ask(world.emulator, 'DELETE', `${collection}/${uid}`);
  }
}

/** Returns every edit in turn, with another run in each round. */
function stepAt(turn: number, steps: Steps): { readonly edit: EditName; readonly run: RunName } {
  const round = Math.floor(turn / steps.edits.length);
  // Neighbors in the list are similar.
  const stride = [7, 11, 13, 17].find((each) => steps.edits.length % each !== 0)!;
  return {
    edit: steps.edits[(turn * stride) % steps.edits.length]!,
    run: steps.runs[(turn + round) % steps.runs.length]!,
  };
}

/** Runs the step repeatedly, like a user who follows the errors. Then a plan must be empty. */
async function settle(world: World, configuration: Configuration): Promise<void> {
  let imports: readonly string[] = [];
  let targets: readonly string[] = [];
  for (let attempt = 1; ; attempt += 1) {
    world.configure(configuration, imports);
    const { code, errors, warnings } = await world.apply(...targets);
    unpad(configuration, [...errors, ...warnings]);
    if (code === 0 && targets.length === 0) break;
    if (attempt === patience) throw new Error(`It does not converge:\n${inWords(errors)}`);
    // An apply with targets imports no other resources.
    const managed = await uidsIn(world);
    imports = [...new Set([...importsIn(errors, managed), ...(targets.length > 0 ? imports : [])])];
    targets = await targetsIn(world, errors);
  }
  world.configure(configuration);
  const { code, text } = await world.run('plan', '-no-color', '-input=false', '-detailed-exitcode');
  if (code !== 0) throw new Error(`The plan is not empty:\n${text}`);
}

/** Returns the import blocks of the errors, for the resources of these errors, unless a resource manages the object. */
function importsIn(errors: readonly Diagnostic[], managed: ReadonlyMap<string, string>): string[] {
  return errors.flatMap(({ address, detail }) => {
    const block = /import \{[^}]*\bto = \S+[^}]*\}/.exec(detail)?.[0];
    // An account association has the uid of its group.
    const type = address?.split('.')[0];
    const isManaged = [...managed].some(([of, uid]) => of.split('.')[0] === type && block?.includes(`"${uid}"`));
    return block === undefined || address === undefined || isManaged
      ? []
      : [block.replace(/\bto = \S+/, `to = ${address}`)];
  });
}

/** Returns the resources to apply first: those of the objects that block a deletion. */
async function targetsIn(world: World, errors: readonly Diagnostic[]): Promise<string[]> {
  const advice = errors.filter(({ detail }) => detail.includes('terraform apply -target=')).map(({ detail }) => detail);
  if (advice.length === 0) return [];
  const resources = (await world.tf.state()).values?.root_module.resources ?? [];
  return resources
    .filter(({ values }) =>
      advice.some((detail) => detail.includes(`\n  - `) && detail.includes(`(uid ${String(values['uid'])})`)),
    )
    .map(({ address }) => `-target=${address}`);
}

/** Follows an error that requests a description without surrounding blanks. */
function unpad(configuration: Configuration, diagnostics: readonly Diagnostic[]): void {
  for (const object of namedLists(configuration).flat()) {
    const description = object.description ?? '';
    const forms = [description, description.trim()].map((text) => JSON.stringify(text));
    if (forms[0] === forms[1]) continue;
    if (diagnostics.some(({ detail }) => forms.every((form) => detail.includes(form))))
      object.description = description.trim();
  }
}

/** Checks that the organization contains each declared object exactly once, as declared, and nothing else. */
async function checkOrganization(world: World, configuration: Configuration): Promise<void> {
  const resources = (await world.tf.state()).values?.root_module.resources ?? [];
  const managed = resources.filter(({ mode }) => mode === 'managed');
  const addresses = managed.map(({ address }) => address);
  const declared = getAddresses(configuration);
  throwIfAny(
    'Declared, but not in the state:',
    declared.filter((address) => !addresses.includes(address)),
  );
  throwIfAny(
    'In the state, but not declared:',
    addresses.filter((address) => !declared.includes(address)),
  );
  const existing = await world.existing();
  throwIfAny('Duplicates:', repeated(existing.map(({ key }) => key)));
  const uids = new Map(managed.map(({ address, values }) => [address, String(values['uid'])]));
  uids.set('root', world.emulator.rootGroupUid).set('viewer', await roleUid(world.emulator, 'viewer'));
  const expected = expectedOf(configuration, (address) => uids.get(address)!);
  const ended = managed.filter(({ values }) => values['state'] === 'used_or_withdrawn').map(({ address }) => address);
  const getId = (collection: string, uid: string | undefined): string => `${collection} ${uid}`;
  const ids = expected.map(({ address, collection }) => getId(collection, uids.get(address)));
  throwIfAny('Two addresses have the same object:', repeated(ids));
  throwIfAny(
    'Unmanaged:',
    existing.filter(({ collection, uid }) => !ids.includes(getId(collection, uid))).map(({ key }) => key),
  );
  throwIfAny(
    'Not as declared:',
    expected.flatMap((each) => {
      const id = getId(each.collection, uids.get(each.address));
      const found = existing.find(({ collection, uid }) => getId(collection, uid) === id);
      if (found !== undefined) return differencesOf(each, found.object);
      return ended.includes(each.address) ? [] : [`${each.address} is missing`];
    }),
  );
  const version = configuration.identityProviders[0]?.secretVersion;
  if (version !== undefined && world.watch.clientSecret() !== secretOf(version))
    throw new Error(`The client secret in the service is not the declared one of version ${version}.`);
}

function repeated(values: readonly string[]): string[] {
  return [...new Set(values.filter((value, index) => values.indexOf(value) !== index))];
}

function throwIfAny(what: string, found: readonly string[]): void {
  if (found.length > 0) throw new Error(`${what}\n${found.join('\n')}`);
}

function inWords(errors: readonly Diagnostic[]): string {
  return errors.map(({ address, summary, detail }) => `${address ?? ''}: ${summary}\n${detail}`).join('\n\n');
}
