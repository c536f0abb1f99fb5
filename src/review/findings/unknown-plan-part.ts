/** Reports parts of a plan that this version does not know: their effect is unknown. */
import type { Analysis } from '../access/analysis';
import type { Finding } from './shared/finding';

/** Reports each path once. A single value at the top, such as a new flag of the engine, is only mentioned. */
export function unknownPlanPart({ plans }: Analysis): Finding[] {
  return plans.flatMap(({ name, unknown = [] }) =>
    unknown.flatMap(({ path, isOurs, sha256 }): Finding[] => {
      if (sha256 === undefined) return [];
      return [
        {
          id: 'unknown-plan-part',
          severity: isOurs ? 'high' : 'medium',
          subject: path,
          reason: isOurs
            ? `This version does not know ${path} of this provider. The installed provider is newer than the command: update the package.`
            : `This version does not know ${path} in the plan ${name}. A newer version of the engine has written it: update the package.`,
          witness: `SHA-256 ${sha256}`,
          evidence: [path, sha256],
          plan: name,
        },
      ];
    }),
  );
}

/** Returns a sentence for each unknown value at the top of a plan. */
export function unknownFlags({ plans }: Pick<Analysis, 'plans'>): string[] {
  const paths = plans.flatMap(({ unknown = [] }) =>
    unknown.flatMap((part) => (part.sha256 === undefined ? part.path : [])),
  );
  return [...new Set(paths)].map((path) => `This version does not know ${path} in the plan.`);
}
