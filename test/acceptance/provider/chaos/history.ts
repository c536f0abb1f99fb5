/** A history: edits, each applied while something happens; then all faults end, and everything has to be in order. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Diagnostic } from '../../../support/terraform-json';
import { addressesOf, firstConfiguration, type Configuration } from './configuration';
import { edits, type EditName } from './edits';
import { existingIn } from './organization';
import { randomFrom } from '../../../support/random';
import { calm, runs, type RunName } from './runs';
import type { World } from './world';

export interface Steps {
  readonly edits: readonly EditName[];
  readonly runs: readonly RunName[];
}

/** How often somebody runs Terraform again before he asks for help. */
const patience = 3;

/**
 * @param told gets each step as it begins
 * @throws Error that says what is not in order
 */
export async function runHistory(
  world: World,
  seed: number,
  steps: Steps,
  told: (step: string) => void,
): Promise<void> {
  const random = randomFrom(seed);
  const configuration = firstConfiguration(random);
  if (random.chance(50)) {
    told('the service normalises');
    world.normalise();
  }
  world.configure(configuration);
  await world.apply();
  for (let left = 2 + random.below(3); left > 0; left -= 1) {
    const edited = Array.from({ length: 1 + random.below(2) }, () => random.pick(steps.edits)!);
    const run = random.pick(steps.runs)!;
    told(`${edited.join(' + ')} → ${run}`);
    for (const edit of edited) edits[edit](configuration, random);
    world.configure(configuration);
    await runs[run](world, configuration, random);
    world.meet(undefined);
    if (!calm.includes(run)) await settle(world, configuration);
  }
  told('no more faults');
  await settle(world, configuration);
  await holdAgainst(world, configuration);
  told('destroy');
  const destroyed = await world.tf.run('destroy', '-no-color', '-input=false', '-auto-approve');
  if (destroyed.code !== 0) throw new Error(`The destroy fails:\n${destroyed.text}`);
  refuse(
    'After the destroy there still are',
    (await existingIn(world.emulator)).map(({ key }) => key),
  );
  refuse('The token stands in', withToken(world));
}

/** Runs it as often as somebody would who does what the errors say; then a plan must be empty. */
async function settle(world: World, configuration: Configuration): Promise<void> {
  let imports: readonly string[] = [];
  for (let attempt = 0; ; attempt += 1) {
    world.configure(configuration, imports);
    const { code, errors, warnings } = await world.apply();
    unpad(configuration, [...errors, ...warnings]);
    if (code === 0) break;
    if (attempt === patience) throw new Error(`It does not converge:\n${inWords(errors)}`);
    imports = importsIn(errors);
  }
  world.configure(configuration);
  const { changed, text } = await world.tf.plan();
  if (changed) throw new Error(`The plan is not empty:\n${text}`);
}

/** The import blocks of the errors, for the resources that these are about. */
function importsIn(errors: readonly Diagnostic[]): string[] {
  return errors.flatMap(({ address, detail }) => {
    const block = /import \{[^}]*\bto = \S+[^}]*\}/.exec(detail)?.[0];
    return block === undefined || address === undefined ? [] : [block.replace(/\bto = \S+/, `to = ${address}`)];
  });
}

/** What names a description with blanks around it, and the one without, asks for the latter. */
function unpad({ groups, identities, roles }: Configuration, diagnostics: readonly Diagnostic[]): void {
  for (const object of [...groups, ...identities, ...roles]) {
    const { description } = object;
    const spellings = [description, description.trim()].map((text) => JSON.stringify(text));
    if (diagnostics.some(({ detail }) => spellings.every((spelling) => detail.includes(spelling))))
      object.description = description.trim();
  }
}

async function holdAgainst(world: World, configuration: Configuration): Promise<void> {
  const resources = (await world.tf.state()).values?.root_module.resources ?? [];
  const managed = resources.filter(({ mode }) => mode === 'managed');
  const existing = await existingIn(world.emulator);
  const uids = managed.map(({ values }) => String(values['uid']));
  refuse('Two addresses have the uid', repeated(uids));
  refuse('There is twice', repeated(existing.map(({ key }) => key)));
  refuse(
    'Nobody manages',
    existing.filter(({ uid }) => !uids.includes(uid)).map(({ key }) => key),
  );
  refuse(
    'Gone, but in the state, is',
    uids.filter((uid) => !existing.some((each) => each.uid === uid)),
  );
  const declared = addressesOf(configuration);
  const addresses = managed.map(({ address }) => address);
  refuse(
    'Declared, but not in the state, is',
    declared.filter((address) => !addresses.includes(address)),
  );
}

/** Files and outputs that hold the provider's token. */
function withToken({ tf, printed, emulator: { token } }: World): string[] {
  const files = readdirSync(tf.dir).filter((name) => name.includes('tfstate'));
  return [
    ...files.filter((name) => readFileSync(join(tf.dir, name), 'utf8').includes(token)),
    ...printed.filter((text) => text.includes(token)),
  ];
}

function repeated(values: readonly string[]): string[] {
  return [...new Set(values.filter((value, index) => values.indexOf(value) !== index))];
}

function refuse(what: string, found: readonly string[]): void {
  if (found.length > 0) throw new Error(`${what}:\n${found.join('\n')}`);
}

function inWords(errors: readonly Diagnostic[]): string {
  return errors.map(({ address, summary, detail }) => `${address ?? ''}: ${summary}\n${detail}`).join('\n\n');
}
