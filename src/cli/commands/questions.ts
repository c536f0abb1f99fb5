import { type Command, Option } from 'commander';
import type { Question } from '../../review';
import { endWithError, type Output } from '../process';
import { loadReview } from '../load-review';
import { addQuestionSourceOptions, answered, reviewSource, type QuestionSourceFlags } from '../report/question-source';

/** The exit codes are like those of `grep`. Incomplete data is inconclusive, as for a review. */
const exitCodes = { somebody: 0, nobody: 1, usage: 2, inconclusive: 3 } as const;

const FORMATS = ['text', 'json', 'csv'] as const;

interface QuestionFlags extends QuestionSourceFlags {
  readonly format: (typeof FORMATS)[number];
  readonly before?: boolean;
  readonly capability?: string;
}

const HELP =
  '\nThe organization is that of --plan, --state or --live: pass at least one of them.' +
  '\nNames are paths (acme/payments, acme/payments/ci) or uids; * matches one name, ** any number of names.' +
  '\nA person is "ada at login.acme.example", ada, an e-mail address or a uid. A name that several people have is a usage error.' +
  '\nFor plans, the answer is about the organization after the apply, or before it with --before. With --live it covers the whole organization and marks objects that plans or states manage.' +
  '\nExit codes: 0 somebody can, 1 nobody can, 2 usage error, 3 inconclusive: a source cannot be read.';

/** `platform-iac who-can`, `where-can` and `why`: queries over a plan, a state or the live organization. */
export function addQuestionCommands(program: Command, output: Output, exitWith: (code: number) => void): void {
  const add = (name: string, example: string): Command =>
    addQuestionSourceOptions(program.command(name))
      .addOption(
        new Option('--format <format>', 'Output format; csv is for access reviews').choices(FORMATS).default('text'),
      )
      .option('--before', 'Query the organization before the plans are applied')
      .addHelpText('after', `${HELP}\nExample: platform-iac ${example}`);
  const ask = async (question: Question, flags: QuestionFlags) =>
    // An unexpected failure must not look like "nobody can".
    exitWith(await print(question, flags, output).catch(endWithError(exitCodes.inconclusive, output)));

  add('who-can', "who-can '*' 'acme/**' --live --format csv")
    .argument('<capability>', 'For example role_bindings.create, role_bindings.* or the role owner; * matches any')
    .argument('<path>', 'A group; acme/prod/** includes all groups under it')
    .action((capability: string, path: string, flags: QuestionFlags) =>
      ask({ ask: 'who-can', capability, path }, flags),
    );
  add('where-can', 'where-can acme/payments/ci --plan plan.json')
    .argument('<identity>', 'Its path or uid; for a person also "subject at host", the subject or the e-mail address')
    .option('--capability <capability>', 'Only groups where it has this capability, or all capabilities of this role')
    .action((identity: string, flags: QuestionFlags) =>
      ask({ ask: 'where-can', identity, capability: flags.capability }, flags),
    );
  add('why', 'why acme/payments/ci repo.create acme/payments --plan plan.json --synth cdktf.out/stacks/org')
    .argument('<identity>', 'Its path or uid; for a person also "subject at host", the subject or the e-mail address')
    .argument('<capability>', 'A capability, for example role_bindings.create, or a role')
    .argument('<path>', 'A group')
    .action((identity: string, capability: string, path: string, flags: QuestionFlags) =>
      ask({ ask: 'why', identity, capability, path }, flags),
    );
}

async function print(question: Question, flags: QuestionFlags, output: Output): Promise<number> {
  const review = await reviewSource(flags, output);
  const { answer, formatAnswerCsv, formatAnswerJson, formatAnswerText, formatUndeclaredOwners, ...owned } =
    loadReview();
  const { listOwnersOfRows, NO_OWNERS } = owned;
  const side = flags.before === true ? 'before' : 'after';
  const found = answered(review, flags, output, () => answer(review, question, { side, isLive: flags.live === true }));
  for (const problem of found.problems) output.err(`platform-iac: ${problem}\n`);
  const texts = {
    text: () => formatAnswerText(found, { width: output.terminal?.width }),
    json: () => formatAnswerJson(found),
    csv: () => formatAnswerCsv(found),
  };
  (output.raw ?? output.out)(texts[flags.format]());
  // Without declared owners, an outsider looks like any other workload.
  const owners = formatUndeclaredOwners(listOwnersOfRows(review, found.rows), output.terminal?.width);
  const isUnknown = found.rows.some(({ exposure }) => exposure?.to === 'unknown');
  if (owners !== '' || isUnknown) output.err(`\n${owners === '' ? `${NO_OWNERS}\n` : owners}`);
  if (found.problems.length > 0) return exitCodes.inconclusive;
  return found.holds ? exitCodes.somebody : exitCodes.nobody;
}
