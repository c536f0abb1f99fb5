/** The options that have no effect without another one, or contradict it. A command never ignores an option silently. */
import type { Command } from 'commander';
import { listed } from '../base/text/words';

interface OptionRule {
  readonly option: string;
  /** The option has an effect only with one of these. */
  readonly needs?: readonly string[];
  /** The option contradicts each of these. */
  readonly excludes?: readonly string[];
}

const ROOT: OptionRule = { option: '--root', needs: ['--live'] };
const LEAST: OptionRule = {
  option: '--least-capabilities',
  excludes: ['--fail-on', '--expect', '--no-new-access', '--no-new-access-to'],
};
/** The API does not know the place of a declaration. */
const SYNTH: OptionRule = { option: '--synth', needs: ['--plan', '--state'] };
const QUESTION = [ROOT, SYNTH, { option: '--before', needs: ['--plan'] }];

/** The rules by command. */
export const OPTION_RULES: Readonly<Record<string, readonly OptionRule[]>> = {
  adopt: [{ option: '--unmanaged', excludes: ['--cdk', '--pipeline'] }],
  plan: [
    { option: '--root', needs: ['--live', '--snapshot'] },
    LEAST,
    { option: '--offline', excludes: ['--live', '--max-requests'] },
    { option: '--no-synth', excludes: ['--synth'] },
    { option: '--max-age', needs: ['--snapshot'] },
    { option: '--snapshot', excludes: ['--live'] },
  ],
  review: [ROOT, LEAST],
  explore: [ROOT],
  'who-can': QUESTION,
  'where-can': QUESTION,
  why: QUESTION,
  'access test': [ROOT, SYNTH],
  'access-review': [SYNTH],
  addresses: [{ option: '--import', needs: ['--since'] }],
  snapshot: [{ option: '--new-key', excludes: ['--state', '--root'] }],
  emulator: [
    {
      option: '--print-env',
      excludes: ['--seed', '--root-name', '--live-like', '--strict'],
    },
  ],
};

/** Makes each violation of a rule a usage error. */
export function applyOptionRules(program: Command): void {
  for (const [path, rules] of Object.entries(OPTION_RULES)) {
    const command = path
      .split(' ')
      .reduce<Command | undefined>((parent, name) => parent?.commands.find((each) => each.name() === name), program);
    if (command !== undefined) check(command, rules);
  }
}

function check(command: Command, rules: readonly OptionRule[]): void {
  const given = new Set<string>();
  for (const { long } of command.options)
    if (typeof long === 'string') command.on(`option:${long.slice(2)}`, () => given.add(long));
  command.hook('preAction', () => {
    for (const rule of rules) {
      const problem = given.has(rule.option) ? ruleProblem(rule, given) : undefined;
      if (problem !== undefined) command.error(`error: ${problem}`);
    }
  });
}

function ruleProblem(
  { option, needs = [], excludes = [] }: OptionRule,
  given: ReadonlySet<string>,
): string | undefined {
  const contradicted = excludes.find((other) => given.has(other));
  if (contradicted !== undefined) return `${option} contradicts ${contradicted}. Omit one of them`;
  if (needs.length === 0 || needs.some((other) => given.has(other))) return undefined;
  const alone = given.has('--live') ? ' with --live alone' : '';
  return `${option} has no effect${alone}: it needs ${listed(needs, 'or')}. Add it, or omit ${option}`;
}
