import { type Command, Option } from 'commander';
import type { Answer, Question } from '../review';
import type { Output } from './process';
import { loadReview } from './report';
import { addQuestionSourceOptions, examineSource, type QuestionSourceFlags } from './question-source';

/** Like those of `grep`; and as for a review, nobody may conclude anything from what could not be read. */
const exitCodes = { somebody: 0, nobody: 1, usage: 2, untold: 3 } as const;

const FORMATS = ['text', 'json', 'csv'] as const;

interface QuestionFlags extends QuestionSourceFlags {
  readonly format: (typeof FORMATS)[number];
  readonly before?: boolean;
  readonly capability?: string;
}

const HELP =
  '\nNames are paths (acme/payments, acme/payments/ci), uids, or e-mail addresses of people; * stands for any name, ** for any number.' +
  '\nOf plans it is the organization as it will be, unless you say --before. With --live it is all of it, and what plans or states manage is marked.' +
  '\nExit codes: 0 somebody can, 1 nobody can, 2 not understood, 3 cannot be told: something could not be read.';

/** `platform-iac who-can`, `where-can` and `why`: questions to a plan, a state or the organization as it is. */
export function addQuestionCommands(program: Command, output: Output, exitWith: (code: number) => void): void {
  const add = (name: string, description: string, example: string): Command =>
    addQuestionSourceOptions(program.command(name).description(description))
      .addOption(new Option('--format <format>', 'csv is for access reviews').choices(FORMATS).default('text'))
      .option('--before', 'the organization before the plans are applied')
      .addHelpText('after', `${HELP}\nExample: platform-iac ${example}`);
  const ask = async (question: Question, flags: QuestionFlags) => {
    try {
      exitWith(await print(question, flags, output));
    } catch (error) {
      // An unexpected failure must not look like "nobody can".
      output.err(`platform-iac: ${(error as Error).message}\n`);
      exitWith(exitCodes.untold);
    }
  };

  add(
    'who-can',
    'say who has a capability in a group, and by which grants',
    "who-can '*' 'acme/**' --live --format csv",
  )
    .argument('<capability>', 'such as role_bindings.create; * is any')
    .argument('<path>', 'a group; acme/prod/** is that and everything beneath')
    .action((capability: string, path: string, flags: QuestionFlags) =>
      ask({ ask: 'who-can', capability, path }, flags),
    );
  add('where-can', 'say where an identity can do what', 'where-can acme/payments/ci --plan plan.json')
    .argument('<identity>', 'its path, uid or e-mail address')
    .option('--capability <capability>', 'only where it has this one')
    .action((identity: string, flags: QuestionFlags) =>
      ask({ ask: 'where-can', identity, capability: flags.capability }, flags),
    );
  add(
    'why',
    'say by which grants an identity has a capability in a group, and where they are declared',
    'why acme/payments/ci repo.create acme/payments --plan plan.json --synth cdktf.out/stacks/org',
  )
    .argument('<identity>', 'its path, uid or e-mail address')
    .argument('<capability>', 'such as role_bindings.create')
    .argument('<path>', 'a group')
    .action((identity: string, capability: string, path: string, flags: QuestionFlags) =>
      ask({ ask: 'why', identity, capability, path }, flags),
    );
}

async function print(question: Question, flags: QuestionFlags, output: Output): Promise<number> {
  const examined = await examineSource(flags, output);
  if (typeof examined === 'number') return examined;
  const { answer, formatAnswerCsv, formatAnswerJson, formatAnswerText, QuestionError } = loadReview();
  let found: Answer;
  try {
    const side = flags.before === true ? 'before' : 'after';
    found = answer(examined, question, { side, isLive: flags.live === true });
  } catch (error) {
    if (!(error instanceof QuestionError)) throw error;
    output.err(`platform-iac: ${error.message}\n`);
    // Of what was not read, nobody knows whether it has the name.
    return examined.report.verdict.problems.length > 0 ? exitCodes.untold : exitCodes.usage;
  }
  for (const problem of found.problems) output.err(`platform-iac: ${problem}\n`);
  const texts = {
    text: () => formatAnswerText(found, { width: output.terminal?.width }),
    json: () => formatAnswerJson(found),
    csv: () => formatAnswerCsv(found),
  };
  (output.raw ?? output.out)(texts[flags.format]());
  if (found.problems.length > 0) return exitCodes.untold;
  return found.holds ? exitCodes.somebody : exitCodes.nobody;
}
