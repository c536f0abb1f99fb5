/** Patches that reopen a hole in the review or in the bound apply. `reopen.ts` checks that the attack finds each of them. */

interface Edit {
  readonly file: string;
  /** Occurs once in the file. */
  readonly find: string;
  readonly replacement: string;
}

export interface Hole {
  readonly name: string;
  readonly edits: readonly Edit[];
}

const reviewPlan = 'src/provider/planned/review-plan.ts';
const matching = 'src/approval/writes/matching.ts';

export const holes: readonly Hole[] = [
  {
    name: 'plans for the review know the time of a creation',
    edits: [
      {
        file: reviewPlan,
        find: '  if (uid !== undefined) plan[',
        replacement: "  plan['create_time'] = '2000-01-01T00:00:00Z';\n  if (uid !== undefined) plan[",
      },
    ],
  },
  {
    name: 'an approved write passes with another role',
    edits: [
      {
        file: matching,
        find: '      compare(name, was, is);',
        replacement: "      if (name !== 'roleUid') compare(name, was, is);",
      },
    ],
  },
  {
    name: 'an approved write passes with another trust policy',
    edits: [
      {
        file: matching,
        find: '      compare(name, was, is);',
        replacement: "      if (name !== 'claimMatch') compare(name, was, is);",
      },
    ],
  },
  {
    name: 'an approved write passes with further fields',
    edits: [
      {
        file: matching,
        find: '      compare(name, was, is);',
        replacement: '      if (was !== undefined) compare(name, was, is);',
      },
    ],
  },
  {
    name: 'changes of trust are silent',
    edits: [
      {
        file: 'src/review/access/assume/assume.ts',
        find: 'if (isSame && !(after?.isUnknown ?? false)) return undefined;',
        replacement: 'if (was !== undefined || isSame) return undefined;',
      },
    ],
  },
  {
    name: 'provisioners are silent',
    edits: [
      {
        file: 'src/review/findings/runs-code.ts',
        find: 'isProgram === true &&',
        replacement: "isProgram === true && kind !== 'provisioner' &&",
      },
      {
        file: 'src/review/findings/not-proved.ts',
        find: 'plans.flatMap(({ name: plan, unproved = [] }) =>',
        replacement:
          "plans.flatMap(({ name: plan, unproved: all = [] }, _, __, unproved = all.filter(({ place }) => !place.includes('provisioner'))) =>",
      },
    ],
  },
];
