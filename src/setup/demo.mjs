/** The demonstration: the special features of this provider, on an organization that a reader declares. */
import { join } from 'node:path';
import { example, storyOf } from './demo-chapters.mjs';
import { openDemoFolder, startOver } from './demo-folder.mjs';
import { chapters, line } from './demo-lines.mjs';
import { terraformIn } from './demo-terraform.mjs';
import { startApi } from './embedded-api.mjs';
import { root } from './ensure.mjs';
import { during } from './progress.mjs';
import { bold, dim, Refusal, say } from './say.mjs';
import { ProgramError, synth } from './synth.mjs';
import { terraformEnvironment } from './terraform.mjs';

/**
 * Tells the story, ends what it started, also on Ctrl-C.
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
  say(dim(`With ${name} ${version}, the provider from here, and the API on this machine.`));
  const folder = openDemoFolder();
  cleanUp.push(folder.close);
  try {
    await tell({ path, verbose, folder, cleanUp, chapter });
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

async function tell({ path, verbose, folder, cleanUp, chapter }) {
  const api = await during('starting the API', () => startApi({ dataFile: folder.data }));
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
  if (stack === undefined) throw new Refusal(`${example} declares no stack.`);
  const terraform = terraformIn({ path, dir: stack.dir, env, verbose });
  await terraform.init();

  const story = storyOf({ api, terraform, synthesize, folder, chapter });
  const isEdit = await story.declared();
  if (!isEdit) {
    await story.oneFieldChanged();
    await story.answerLost();
    await story.changedByHand();
    await story.asItWas();
  }
  await story.inOrder();
  sayWhatNext();
}

function sayWhatNext() {
  say(`\n${bold('What to try next')}`);
  const things = [
    [`Edit ${example}`, 'then npm start: it applies your edit'],
    ['npm start -- --verbose', "Terraform's plans in full"],
    ['npm run emulator', 'the API alone, for your own programs'],
    ['rm -r .demo', 'forget this organization; start over'],
  ];
  for (const [what, why] of things) line(`${what.padEnd(38)}${dim(why)}`);
}
