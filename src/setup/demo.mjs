/** The demonstration: an organization declared, planned, applied, changed by one line, and found in order again. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { openDemoFolder, startOver } from './demo-folder.mjs';
import { terraformIn } from './demo-terraform.mjs';
import { startApi, writesIn } from './embedded-api.mjs';
import { root } from './ensure.mjs';
import { organizationTree } from './organization-tree.mjs';
import { bold, dim, green, red, Refusal, say } from './say.mjs';
import { ProgramError, synth } from './synth.mjs';
import { terraformEnvironment } from './terraform.mjs';

const example = 'examples/quick-start/main.ts';

/**
 * Tells the story, ends what it started, also on Ctrl-C.
 *
 * @param {{ path: string, name: string, version: string }} terraform
 * @returns {Promise<number>} the exit code
 */
export async function demonstrate({ path, name, version }) {
  let interrupted = false;
  const interrupt = () => (interrupted = true);
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
  const cleanUp = [];
  const step = stepper(() => interrupted);

  say(`\n${bold('An organization, declared in TypeScript')}`);
  say(dim(`With ${name} ${version}, the provider from here, and the API on this machine.`));
  const folder = openDemoFolder();
  cleanUp.push(folder.close);
  try {
    await tell({ path, folder, cleanUp, step });
    return 0;
  } catch (error) {
    if (interrupted) {
      say(`\nStopped. What was applied is kept in .demo/; npm start goes on from there.`);
      return 130;
    }
    if (folder.used && error instanceof Refusal && !(error instanceof ProgramError)) {
      throw new Refusal(
        `${error.message}\n\n${dim(`If that is not the example's fault: .demo/ holds what an earlier run left. ${startOver}`)}`,
      );
    }
    throw error;
  } finally {
    for (const end of cleanUp.reverse()) await end();
  }
}

async function tell({ path, folder, cleanUp, step }) {
  step('The API starts');
  const api = await startApi({ dataFile: folder.data });
  cleanUp.push(api.close);
  say(`  ${api.baseUrl}, with a root group and an administrator.`);

  step(`The organization is declared in ${example}`);
  const source = readFileSync(join(root, example), 'utf8');
  for (const line of declarationsIn(source)) say(line === '' ? '' : `  ${line}`);

  step('The declaration becomes configuration for Terraform');
  const env = {
    ...terraformEnvironment(folder.cliConfiguration),
    PLATFORM_BASE_URL: api.baseUrl,
    PLATFORM_AUTH_URL: api.authUrl,
    PLATFORM_TOKEN: api.token,
    ROOT_GROUP_UID: api.rootGroupUid,
  };
  const synthesize = (program) => synth(program, { cwd: folder.dir, env });
  const [stack] = await synthesize(join(root, example));
  if (stack === undefined) throw new Refusal(`${example} declares no stack.`);
  say(`  ${shown(stack.dir)}, with the provider beside it.`);
  const terraform = terraformIn({ path, dir: stack.dir, env });
  await terraform.init();

  step('terraform plan: what would change');
  const differs = await terraform.plan();

  step('terraform apply');
  if (differs) await terraform.apply();
  else say('  Nothing to do: this is how the last run left it.');
  if (folder.returning) await showWrites(api);

  step('The organization');
  for (const line of await organizationTree(api)) say(`  ${line}`);

  // Whoever edited the file has just seen a change of their own.
  if (!(folder.returning && differs)) await changeOneLine({ folder, terraform, api, synthesize, step });

  step('terraform plan: all in order');
  if (await terraform.plan())
    throw new Refusal('This plan should have been empty. Please report it, with what is above.');
  sayWhatNext();
}

/** The same program with another description: planned, applied, and put back, so that the file and the organization agree again. */
async function changeOneLine({ folder, terraform, api, synthesize, step }) {
  const source = readFileSync(join(root, example), 'utf8');
  const line = source.split('\n').find((each) => /\bdescription: '[^']*'/.test(each));
  // A copy of it could not import its neighbours.
  if (line === undefined || /from '\.\.?\//.test(source)) return;
  const edited = line.replace(/description: '[^']*'/, `description: 'Changed by one line.'`);
  writeFileSync(folder.edited, source.replace(line, edited));

  step('One line is edited');
  say(red(`  - ${line.trim()}`));
  say(green(`  + ${edited.trim()}`));
  await synthesize(folder.edited);
  say();
  await terraform.plan();
  say();
  await api.requestLog.clear();
  await terraform.apply();
  await showWrites(api);

  step('The line is put back');
  await synthesize(join(root, example));
  await terraform.applyQuietly();
}

/** What is between the imports and the end, without the comment in front. */
function declarationsIn(source) {
  const lines = source.trimEnd().split('\n');
  const start = lines.findLastIndex((line) => line.startsWith('import ')) + 1;
  return lines.slice(start).filter((line, index) => index > 0 || line !== '');
}

async function showWrites({ requestLog }) {
  const writes = await writesIn(requestLog);
  if (writes.length === 0) return;
  say(`\n  ${writes.length === 1 ? 'The one write' : `The ${writes.length} writes`} that the API saw:`);
  for (const { request, body } of writes) {
    say(green(`  ${request.replace(/\b([0-9a-f]{4})([0-9a-f]{12}|[0-9a-f]{36})\b/g, '$1…')}`));
    if (body) say(green(`  ${body}`));
  }
}

function sayWhatNext() {
  const things = [
    [`Edit ${example} and run npm start again`, 'it shows what your edit changes, and applies it'],
    ['npm run emulator', 'the API alone, for programs and a Terraform of your own'],
    ['examples/plain-hcl', 'the same provider without TypeScript'],
    ['rm -r .demo', 'forget this organization and start over'],
  ];
  say(`\n${bold('What to try next')}`);
  for (const [what, why] of things) say(`  ${what}\n    ${dim(why)}`);
}

/** Numbers the chapters, and ends the story between two of them once it is interrupted. */
function stepper(isInterrupted) {
  let number = 0;
  return (title) => {
    if (isInterrupted()) throw new Refusal('interrupted');
    number += 1;
    say(`\n${bold(`${number}  ${title}`)}`);
  };
}

function shown(path) {
  return relative(root, path);
}
