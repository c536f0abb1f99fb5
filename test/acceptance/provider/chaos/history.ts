/** A history: edits, each applied while something happens; then all faults end, and everything has to be in order. */
import { randomFrom } from '../../../support/random';
import type { Diagnostic } from '../../../support/terraform-json';
import { addressesOf, firstConfiguration, secretOf, type Configuration } from './configuration';
import { changedIn, type Coverage } from './coverage';
import { namedLists } from './editing';
import { edits, type EditName } from './edits';
import { differencesOf, expectedOf } from './expected';
import { roleUid } from './organization';
import { calm, runs, type RunName } from './runs';
import type { World } from './world';

export interface Steps {
  readonly edits: readonly EditName[];
  readonly runs: readonly RunName[];
}

/** How often somebody runs Terraform again before he asks for help. */
const patience = 3;
const stepsOfEach = 3;
const creating: readonly EditName[] = [
  'add a group',
  'add a role',
  'add an identity and bind it',
  'add accounts to a group',
  'invite somebody',
];

/**
 * The steps of consecutive seeds go through all edits, and through every run for each; what they are done to is drawn.
 * @param told gets each step as it begins
 * @throws Error that says what is not in order
 */
export async function runHistory(
  world: World,
  seed: number,
  steps: Steps,
  coverage: Coverage,
  told: (step: string) => void,
): Promise<void> {
  const random = randomFrom(seed);
  const configuration = firstConfiguration(random);
  if (random.chance(50)) {
    told('the service normalises');
    world.normalise();
  }
  if (random.chance(50)) {
    told('pages are short');
    world.shorten(5);
  }
  if (random.chance(50)) {
    told('reads lag behind writes');
    await world.liveLike();
  }
  world.configure(configuration);
  const first = await world.apply();
  if (first.code !== 0) throw new Error(`The first apply fails:\n${inWords(first.errors)}`);
  for (let step = 0; step < stepsOfEach; step += 1) {
    const { edit, run } = stepAt(seed * stepsOfEach + step, steps);
    // Most of what can go wrong goes wrong where something is created.
    const edited = [edit, random.pick(random.chance(50) ? creating : steps.edits)!];
    told(`${edited.join(' + ')} → ${run}`);
    const before = structuredClone(configuration);
    for (const each of edited) {
      const now = structuredClone(configuration);
      edits[each](configuration, random);
      coverage.edited(each, now, configuration);
    }
    world.configure(configuration);
    coverage.ran(run, changedIn(before, configuration));
    await runs[run](world, configuration, random, (kind) => coverage.ran(run, kind === undefined ? [] : [kind]));
    world.meet(undefined);
    if (calm.includes(run)) continue;
    await settle(world, configuration);
    await holdAgainst(world, configuration);
  }
  told('no more faults');
  await settle(world, configuration);
  await holdAgainst(world, configuration);
  told('destroy');
  const destroyed = await world.run('destroy', '-no-color', '-input=false', '-auto-approve');
  if (destroyed.code !== 0) throw new Error(`The destroy fails:\n${destroyed.text}`);
  refuse(
    'After the destroy there still are',
    (await world.existing()).map(({ key }) => key),
  );
  refuse('Nobody declares, and it is not as it was:', await world.touchedBystanders());
  refuse('A secret stands in', world.leaks());
  refuse('Sent, and it was so already:', world.watch.needless);
}

/** Every edit in its turn, and in each round with another run. */
function stepAt(turn: number, steps: Steps): { readonly edit: EditName; readonly run: RunName } {
  const round = Math.floor(turn / steps.edits.length);
  // Neighbours in the list are much alike.
  const stride = [7, 11, 13, 17].find((each) => steps.edits.length % each !== 0)!;
  return {
    edit: steps.edits[(turn * stride) % steps.edits.length]!,
    run: steps.runs[(turn + round) % steps.runs.length]!,
  };
}

/** Runs it as often as somebody would who does what the errors say; then a plan must be empty. */
async function settle(world: World, configuration: Configuration): Promise<void> {
  let imports: readonly string[] = [];
  let targets: readonly string[] = [];
  for (let attempt = 1; ; attempt += 1) {
    world.configure(configuration, imports);
    const { code, errors, warnings } = await world.apply(...targets);
    unpad(configuration, [...errors, ...warnings]);
    if (code === 0 && targets.length === 0) break;
    if (attempt === patience) throw new Error(`It does not converge:\n${inWords(errors)}`);
    // An apply of some resources imports no others.
    imports = [...new Set([...importsIn(errors), ...(targets.length > 0 ? imports : [])])];
    targets = await targetsIn(world, errors);
  }
  world.configure(configuration);
  const { code, text } = await world.run('plan', '-no-color', '-input=false', '-detailed-exitcode');
  if (code !== 0) throw new Error(`The plan is not empty:\n${text}`);
}

/** The import blocks of the errors, for the resources that these are about. */
function importsIn(errors: readonly Diagnostic[]): string[] {
  return errors.flatMap(({ address, detail }) => {
    const block = /import \{[^}]*\bto = \S+[^}]*\}/.exec(detail)?.[0];
    return block === undefined || address === undefined ? [] : [block.replace(/\bto = \S+/, `to = ${address}`)];
  });
}

/** What is to be applied first: the resources of the objects that stand in the way. */
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

/** What names a description with blanks around it, and the one without, asks for the latter. */
function unpad(configuration: Configuration, diagnostics: readonly Diagnostic[]): void {
  for (const object of namedLists(configuration).flat()) {
    const description = object.description ?? '';
    const spellings = [description, description.trim()].map((text) => JSON.stringify(text));
    if (spellings[0] === spellings[1]) continue;
    if (diagnostics.some(({ detail }) => spellings.every((spelling) => detail.includes(spelling))))
      object.description = description.trim();
  }
}

/** What there is in the organization is what is declared: all of it, once, as it is written, and nothing else. */
async function holdAgainst(world: World, configuration: Configuration): Promise<void> {
  const resources = (await world.tf.state()).values?.root_module.resources ?? [];
  const managed = resources.filter(({ mode }) => mode === 'managed');
  const addresses = managed.map(({ address }) => address);
  const declared = addressesOf(configuration);
  refuse(
    'Declared, but not in the state, is',
    declared.filter((address) => !addresses.includes(address)),
  );
  refuse(
    'In the state, but not declared, is',
    addresses.filter((address) => !declared.includes(address)),
  );
  const existing = await world.existing();
  refuse('There is twice', repeated(existing.map(({ key }) => key)));
  const uids = new Map(managed.map(({ address, values }) => [address, String(values['uid'])]));
  uids.set('root', world.emulator.rootGroupUid).set('viewer', await roleUid(world.emulator, 'viewer'));
  const expected = expectedOf(configuration, (address) => uids.get(address)!);
  const ended = managed.filter(({ values }) => values['state'] === 'used_or_withdrawn').map(({ address }) => address);
  const idOf = (collection: string, uid: string | undefined): string => `${collection} ${uid}`;
  const ids = expected.map(({ address, collection }) => idOf(collection, uids.get(address)));
  refuse('Two addresses have the object', repeated(ids));
  refuse(
    'Nobody manages',
    existing.filter(({ collection, uid }) => !ids.includes(idOf(collection, uid))).map(({ key }) => key),
  );
  refuse(
    'Not as declared:',
    expected.flatMap((each) => {
      const id = idOf(each.collection, uids.get(each.address));
      const found = existing.find(({ collection, uid }) => idOf(collection, uid) === id);
      if (found !== undefined) return differencesOf(each, found.object);
      return ended.includes(each.address) ? [] : [`${each.address} is gone`];
    }),
  );
  const version = configuration.identityProviders[0]?.secretVersion;
  if (version !== undefined && world.watch.clientSecret() !== secretOf(version))
    throw new Error(`The service has another client secret than the declared one, of version ${version}.`);
}

function repeated(values: readonly string[]): string[] {
  return [...new Set(values.filter((value, index) => values.indexOf(value) !== index))];
}

function refuse(what: string, found: readonly string[]): void {
  if (found.length > 0) throw new Error(`${what}\n${found.join('\n')}`);
}

function inWords(errors: readonly Diagnostic[]): string {
  return errors.map(({ address, summary, detail }) => `${address ?? ''}: ${summary}\n${detail}`).join('\n\n');
}
