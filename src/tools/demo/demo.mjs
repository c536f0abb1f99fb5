/** The demo of `npm start`: plan, apply, drift and recovery on the organization of the quick start. */
import { join } from 'node:path';
import { example, createStory } from './demo-chapters.mjs';
import { openDemoFolder, startOver } from './demo-folder.mjs';
import { chapters, line } from './demo-lines.mjs';
import { terraformIn } from './demo-terraform.mjs';
import { startLocalEmulator } from './local-emulator.mjs';
import { root } from '../ensure.mjs';
import { during } from '../progress.mjs';
import { bold, dim, Refusal, say } from '../say.mjs';
import { FailedCommandError, synth } from '../terraform/synth.mjs';
import { terraformEnvironment } from '../terraform/terraform.mjs';

/**
 * Runs the demo. At its end, and on Ctrl-C, stops everything that it started.
 *
 * @param {{ path: string, name: string, version: string }} terraform
 * @param {{ verbose: boolean }} options `verbose` shows Terraform's plans and applies in full
 * @returns {Promise<number>} the exit code
 */
export async function demonstrate({ path, name, version }, { verbose }) {
  let interrupted = false;
  const interrupt = () => (interrupted = true);
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
  const cleanUp = [];
  const chapter = chapters(() => interrupted);

  say(`\n${bold('An organization, declared in TypeScript and applied by Terraform')}`);
  say(dim(`With ${name} ${version}, this provider and the emulator of the API.`));
  const folder = openDemoFolder();
  cleanUp.push(folder.close);
  try {
    await runChapters({ path, verbose, folder, cleanUp, chapter });
    return 0;
  } catch (error) {
    if (interrupted) {
      say(`\nStopped. .demo/ contains the applied state. npm start continues from there.`);
      return 130;
    }
    if (folder.used && error instanceof Refusal && !(error instanceof FailedCommandError)) {
      throw new Refusal(
        `${error.message}\n\n${dim(`If the example is correct: .demo/ contains the state of an earlier run. ${startOver}`)}`,
      );
    }
    throw error;
  } finally {
    for (const end of cleanUp.reverse()) await end();
  }
}

async function runChapters({ path, verbose, folder, cleanUp, chapter }) {
  const api = await during('starting the API', () => startLocalEmulator({ dataFile: folder.data }));
  cleanUp.push(api.close);
  const env = {
    ...terraformEnvironment(folder.cliConfiguration),
    PLATFORM_BASE_URL: api.baseUrl,
    PLATFORM_AUTH_URL: api.authUrl,
    PLATFORM_TOKEN: api.token,
    ROOT_GROUP_UID: api.rootGroupUid,
  };
  const synthesize = (program) => during('synthesizing', () => synth(program, { cwd: folder.dir, env }));
  const [stack] = await synthesize(join(root, example));
  if (stack === undefined) throw new Refusal(`${example} creates no stack. End it with app.synth().`);
  const terraform = terraformIn({ path, dir: stack.dir, env, verbose });
  await terraform.init();

  const story = createStory({ api, terraform, synthesize, folder, chapter });
  const isEdit = await story.declared();
  if (!isEdit) {
    await story.oneFieldChanged();
    await story.answerLost();
    await story.changedByHand();
    await story.asItWas();
  }
  await story.inOrder();
  printNextSteps();
}

function printNextSteps() {
  say(`\n${bold('Next steps')}`);
  const things = [
    [`Edit ${example}`, 'npm start applies your edit'],
    ['npm start -- --verbose', 'shows the full output of Terraform'],
    ['npm run emulator', 'runs the API for your own programs'],
    ['rm -r .demo', 'deletes this organization'],
  ];
  for (const [what, why] of things) line(`${what.padEnd(38)}${dim(why)}`);
}
