/** A plan is created with an argument that changes its contents: the report must list it. */
import { reportedArguments } from '../../../src/review';
import type { Random } from '../../support/random';
import { honest } from '../changes/honest';
import { type Play, refusedUnless, withChange } from './play';

/** Arguments that leave parts out of a plan, or add some. */
const HARMFUL: readonly (readonly [name: string, value?: string])[] = [
  ['target', 'platform_group.a'],
  ['target-file', 'targets'],
  ['exclude', 'platform_group.a'],
  ['exclude-file', 'excludes'],
  ['replace', 'platform_group.a'],
  ['invoke', 'action.acme_run.x'],
  ['refresh', 'false'],
  ['minimal-refresh'],
  ['refresh-only'],
  ['destroy'],
  ['allow-deferral'],
  ['generate-config-out', 'generated.tf'],
  ['state', 'other.tfstate'],
  ['policies', 'none'],
  ['a-new-flag'],
  ['a-new-option', 'value'],
];
const HARMLESS = [
  ['-input=false'],
  ['-lock-timeout', '5m'],
  ['-var', 'x=-target=y'],
  ['-no-color'],
  ['-parallelism=3'],
];
/** Arguments for one plan. */
const TRIED = 4;
const PLACES = ['', 'TF_CLI_ARGS', 'TF_CLI_ARGS_plan'];

export const planArguments: readonly Play[] = [
  {
    name: 'a plan is created with another argument',
    play: (random) =>
      withChange(random, honest, async ({ world, input }) => {
        const approved = await world.review(input, 'seed');
        const beyond: string[] = [];
        for (let tried = 0; tried < TRIED; tried++) {
          const [name, value] = random.pick(HARMFUL)!;
          const place = random.pick(PLACES)!;
          const words = [...some(random), ...spelled(random, name, value, place !== ''), ...some(random)];
          const args =
            place === '' ? reportedArguments(words, {}) : reportedArguments([], { [place]: words.join(' ') });
          const { report } = await world.review(input, 'seed', { args });
          const isShown = report.plans.some((plan) => plan.arguments?.some((argument) => argument.includes(name)));
          const isFound = report.findings.length > approved.report.findings.length || report.digest === undefined;
          const isSame = report.digest !== undefined && report.digest === approved.report.digest;
          beyond.push(
            ...(isShown && isFound ? [] : [`Not reported: ${words.join(' ')} ${place}`]),
            ...(isSame ? [`The digest is the same with ${words.join(' ')} ${place}`] : []),
          );
        }
        return refusedUnless(beyond);
      }),
  },
];

function some(random: Random): string[] {
  return random.chance(50) ? random.pick(HARMLESS)! : [];
}

/** Returns one of the forms of the argument. A shell removes the quotes of an environment variable only. */
function spelled(random: Random, name: string, value: string | undefined, hasQuotes: boolean): string[] {
  const dashes = random.chance(50) ? '-' : '--';
  if (value === undefined) return [random.chance(30) ? `${dashes}${name}=true` : `${dashes}${name}`];
  const isWord = name !== 'refresh' && !name.startsWith('a-') && random.chance(50);
  const text = hasQuotes && random.chance(50) ? `"${value}"` : value;
  return isWord ? [`${dashes}${name}`, text] : [`${dashes}${name}=${text}`];
}
