/** The steps from a push to its comment, each next to the same step without this package. */
import type { Row } from './report';
import type { Timed } from './timed';

export type Spent = Pick<Timed, 'seconds' | 'cpu'>;

export interface Step extends Spent {
  readonly what: string;
  /** The same step without this package. A step that other tools need in the same way is its own base. */
  readonly base: Spent;
  /** The CPU seconds of Terraform's own processes, if another process serves the provider. */
  readonly engineCpu?: number;
}

export const nothing: Spent = { seconds: 0, cpu: 0 };

/** The base has resources that Terraform itself implements, without a provider process, large schemas and gRPC. */
const NOTE = "includes Terraform's work for a provider's resources, beyond terraform_data";

/** Returns a row for each step, and the part that exceeds the bases. */
export function inSteps(title: string, steps: readonly Step[]): Row[] {
  const total = add(steps);
  const base = add(steps.map((step) => step.base));
  const ours = { seconds: Math.max(0, total.seconds - base.seconds), cpu: Math.max(0, total.cpu - base.cpu) };
  return [
    { what: title, value: inSeconds(total) },
    ...steps.flatMap((step): Row[] => [
      { what: `  ${step.what}`, value: inSeconds(step), ratio: step.seconds / total.seconds },
      ...(step.base.seconds === step.seconds || step.base.seconds === 0
        ? []
        : [{ what: '    without this package', value: inSeconds(step.base) }]),
      ...(step.engineCpu === undefined
        ? []
        : [{ what: "    Terraform's processes", value: `CPU ${step.engineCpu.toFixed(1)} s` }]),
    ]),
    { what: '  the share that is ours', value: inSeconds(ours), ratio: ours.seconds / total.seconds },
    ...steps.flatMap(({ what, engineCpu, base }): Row[] =>
      engineCpu === undefined
        ? []
        : [{ what: `    ${NOTE} (${what})`, value: `CPU ${(engineCpu - base.cpu).toFixed(1)} s` }],
    ),
  ];
}

function add(all: readonly Spent[]): Spent {
  return all.reduce((sum, { seconds, cpu }) => ({ seconds: sum.seconds + seconds, cpu: sum.cpu + cpu }), nothing);
}

function inSeconds({ seconds, cpu }: Spent): string {
  return `${seconds.toFixed(1)} s, CPU ${cpu.toFixed(1)} s`;
}
