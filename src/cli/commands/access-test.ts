/** `platform-iac access test`: checks assertions by example against a plan, a state or the live organization. */
import { type Command, Option } from 'commander';
import type { AssertionTest, ReviewConfiguration } from '../../review';
import { readUtf8 } from '../plan/plan-site';
import { endWithError, type Output } from '../process';
import {
  addQuestionSourceOptions,
  reviewSource,
  type QuestionSourceFlags,
  toUsageError,
} from '../report/question-source';
import { printUnnamedRoots } from '../report/review-notes';
import { loadReview } from '../load-review';
import { readReviewConfiguration } from '../report/report-command';

const exitCodes = { passed: 0, failed: 1, usage: 2, inconclusive: 3 } as const;

const FORMATS = ['text', 'json', 'junit'] as const;

interface AccessTestFlags extends QuestionSourceFlags {
  readonly format: (typeof FORMATS)[number];
}

const HELP =
  '\nFILE has the schema of review.config.json; only its "assertions" are needed. Other settings, such as "names", come from --config if FILE has none.' +
  '\nA plan is checked as it will be after the apply. Without --live, access that no plan or state shows is not checked.' +
  '\nExit codes: 0 all pass, 1 an assertion fails, 2 usage error, 3 inconclusive: an assertion cannot be decided, or a source cannot be read.' +
  '\nExample: platform-iac access test access.json --plan plan.json --format junit > access.xml';

export function addAccessTestCommand(program: Command, output: Output, exitWith: (code: number) => void): void {
  const access = program.command('access').helpCommand(false);
  const command = access
    .command('test')
    .description('Check assertions about access, such as "this token cannot grant roles there"');
  addQuestionSourceOptions(command.argument('<file>', 'Assertions, as in review.config.json'))
    .addOption(
      new Option('--format <format>', 'Output format; junit is for CI systems').choices(FORMATS).default('text'),
    )
    .addHelpText('after', HELP)
    .action(async (file: string, flags: AccessTestFlags) =>
      // An unexpected failure must not look like a result.
      exitWith(await test(file, flags, output).catch(endWithError(exitCodes.inconclusive, output))),
    );
  access.showHelpAfterError('(see platform-iac access --help)');
  command.showHelpAfterError('(see platform-iac access test --help)');
}

async function test(file: string, flags: AccessTestFlags, output: Output): Promise<number> {
  const {
    ConfigurationError,
    formatAssertionsJson,
    formatAssertionsJunit,
    formatAssertionsText,
    findLine,
    readConfiguration,
  } = loadReview();
  let text: string;
  let configuration: ReviewConfiguration;
  try {
    text = readUtf8(file);
    const own = readConfiguration(text, file);
    configuration = { ...readReviewConfiguration(flags.config), ...own };
    if ((own.assertions ?? []).length === 0) throw new ConfigurationError(`${file} contains no assertions.`);
  } catch (error) {
    throw toUsageError(error);
  }
  const examined = await reviewSource(flags, output, configuration);
  if (flags.state !== undefined) printUnnamedRoots(examined, output);
  const { problems } = examined.report.verdict;
  for (const problem of problems) output.err(`platform-iac: ${problem}\n`);
  const tests = examined.assertions.map((assertion, index): AssertionTest => ({
    ...assertion,
    file,
    line: findLine(text, ['assertions', index]) ?? 1,
  }));
  const formats = { text: formatAssertionsText, json: formatAssertionsJson, junit: formatAssertionsJunit };
  const { groups, identities, roles } = examined.after;
  const paths = [...groups, ...identities, ...roles].map(({ path }) => path);
  (output.raw ?? output.out)(formats[flags.format](tests, { paths }));
  if (problems.length > 0) return exitCodes.inconclusive;
  if (tests.some(({ result }) => result === 'fail')) return exitCodes.failed;
  return tests.some(({ result }) => result === 'inconclusive') ? exitCodes.inconclusive : exitCodes.passed;
}
