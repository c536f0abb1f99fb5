/** The printed texts of refused applies and of `--expect`: a test lists each text of the source. An ellipsis replaces names. */
import type { Symptom } from './error-symptoms';

const OTHER_FILE = 'Use the file that `--save json=REPORT` or `--format json` wrote, unchanged.';
const REVIEW_AGAIN = 'Review the plan again with the installed version, and have the new report approved.';

export const APPROVAL_SYMPTOMS: readonly Symptom[] = [
  [
    'The plan is not approved: its digest is',
    'The plan has another effect than the approved report: somebody merged, applied or changed something in between.',
    'Read the reasons and differences after the line. Then approve the new report, or undo the other change.',
  ],
  [
    'writes are not in',
    'The plan contains writes that the approved report does not list.',
    'Apply the plan of the report, or report the new plan and have it approved.',
  ],
  [
    'does not approve what this plan runs',
    'The plan runs a program, a provider or a function that the approved report does not list.',
    'Remove it, or report the new plan and have it approved.',
  ],
  [
    'it was changed: its',
    'The file of the report was edited after it was written: digest or checksum do not match.',
    OTHER_FILE,
  ],
  ['it has no digest, so it approves nothing', 'The file is not a report of a plan.', OTHER_FILE],
  [
    'it is an inconclusive report',
    'The review could not evaluate a part of the plan, so nobody can approve it.',
    'Correct the parts that the report names, and review the plan again.',
  ],
  ['it is not a report', 'The file is other JSON, such as that of `terraform show`.', OTHER_FILE],
  ['is not JSON, or is truncated', 'The file is a report in another format, or incomplete.', OTHER_FILE],
  ['it is not complete JSON', 'The file is a report in another format, or incomplete.', OTHER_FILE],
  ['missing or malformed', 'A part of the report was removed or edited.', OTHER_FILE],
  ['its version is', 'Another version of the package wrote the report.', REVIEW_AGAIN],
  ['this package version does not know the kind', 'A newer version of the package wrote the report.', REVIEW_AGAIN],
  ['two creates have the same placeholder', 'The report was edited.', OTHER_FILE],
  [
    'has the digest',
    'The file is another report than the one of `--digest` or `PLATFORM_APPROVED_DIGEST`.',
    'Pass the approved report. If you have approved this one, pass its digest.',
  ],
  [
    'which --max-age does not allow',
    'The approval is too old.',
    'Create and review the plan again, and have the new report approved.',
  ],
  ['so its age is unknown', '`--max-age` needs a report with a time.', OTHER_FILE],
  ['it is not a time', 'The value of `--max-age` is wrong.', 'Pass a number and `d`, `h` or `m`, such as `7d`.'],
  [
    'Cannot narrow the token',
    'The report does not know every capability that the plan needs. The line gives the reason.',
    'Correct the reason and review again, or pass `--no-narrow`.',
  ],
  [
    'Cannot apply in',
    'The plan is of another folder than the working directory.',
    'Pass `--dir` with the folder that the line names.',
  ],
  [
    'is not proved',
    'The apply of the plan could differ from its report, at the listed places.',
    'Replace each place by a value: [stacks that are data](data-stacks.md). Or review the places, and omit `--proved`.',
  ],
  [
    'Cannot prove',
    'The saved plan contains no configuration, or the command cannot read it.',
    'Create the plan with `platform-iac plan --out`.',
  ],
  [
    'The state has changed since',
    'Another apply has changed the state after the plan was saved. Nothing was applied.',
    'Create the plan again with `platform-iac plan --expect`.',
  ],
  [
    'Cannot check which approved writes have taken effect',
    'The command cannot read the organization. The line gives the reason.',
    'Correct the address or the token, and run it again.',
  ],
  [
    'the engine failed',
    'Terraform cannot show the saved plan: its errors are above the line.',
    'Run `terraform init` in the folder of the stack, or create the plan again.',
  ],
];
