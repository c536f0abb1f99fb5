/** The README of an adopted project, for its first apply and every later one. */
import {
  ownersSection,
  rootOwnersSection,
  undeclaredSection,
  type RootOwners,
  type TrustedOwner,
  type UndeclaredTrust,
} from '../../adopt';
import type { Cdk } from '../project/new-project';
import { CONFIGURATION_FILE } from '../../base/text/configuration-name';

/** The part of an adopted organization that its README describes. */
export interface DescribedProject {
  readonly cdk: Cdk;
  readonly hasImports: boolean;
  readonly rootOwners: RootOwners;
  readonly owners: readonly TrustedOwner[];
  readonly undeclared: readonly UndeclaredTrust[];
  /** The name of the root group by its uid, which no state contains. @default none: the group is in an organization */
  readonly names: Readonly<Record<string, string>> | undefined;
  /** True if a test applies the organization to an emulator. */
  readonly isApplied: boolean;
  /** The number of objects of each stack, by name; absent for a project of one stack. */
  readonly stacks?: ReadonlyMap<string, number> | undefined;
}

/** The section of the README with the commands that write a snapshot. */
export const SNAPSHOT_SECTION = 'Snapshot';

/** Returns the README. `pipeline`: its section about the pipeline, if it has one. */
export function adoptedReadme(project: DescribedProject, pipeline: string): string {
  const { hasImports, owners, undeclared, stacks } = project;
  return [
    '# Organization',
    '',
    `This project declares an organization in ${stacks === undefined ? 'TypeScript' : 'several stacks'}. You need Node 20.18.1 or newer, and Terraform or OpenTofu 1.8 or newer.`,
    '',
    'Set `PLATFORM_BASE_URL` and `PLATFORM_TOKEN`.',
    '',
    ...(hasImports ? firstApply(project, pipeline !== '') : ['Run `npm install` first.', '']),
    ...rootOwnersSection(project.rootOwners),
    ...ownersSection(owners),
    ...undeclaredSection(undeclared),
    '## Files and commands',
    '',
    ...(stacks === undefined ? files(project) : filesOfStacks(project, stacks)),
    ...commands(project),
    ...stateSection(project),
    ...(stacks === undefined ? snapshotSection(project) : stacksSection(stacks)),
  ]
    .join('\n')
    .concat(pipeline);
}

function firstApply({ owners, stacks }: DescribedProject, hasPipeline: boolean): string[] {
  const confirm = owners.length === 0 ? 'list your owners' : 'confirm the owners';
  const read = `Read \`NOT-ADOPTED.md\`, and ${confirm} in \`${CONFIGURATION_FILE}\`.`;
  const check = 'Run `npm install`, `npm test` and `npm run plan`.';
  const steps =
    stacks === undefined
      ? [
          read,
          `${check} The plan imports every object and changes nothing.`,
          ...(hasPipeline ? [PIPELINE_APPLY] : ['Run `terraform -chdir=cdktf.out/stacks/organization apply`.']),
          'Run `rm imports.json`.',
        ]
      : [
          read,
          'Select a backend in `organization/new-stack.ts`: see [State](#state).',
          `${check} The plans import every object and change nothing.`,
          'Run `terraform -chdir=cdktf.out/stacks/STACK apply` for each stack, in any order.',
          'Run `rm -r imports`.',
        ];
  return ['## First apply', '', ...steps.map((step, index) => `${index + 1}. ${step}`), '', LATER_APPLY, ''];
}

/** An apply on a laptop has another state: the pipeline would find objects that exist already. */
const PIPELINE_APPLY = 'Commit the imports too, and let [the pipeline](#pipeline) apply: its backend has the state.';

const LATER_APPLY =
  'For each later change, edit `organization/`, and run `npm test`, `npm run plan` and the command of the apply again.';

const RULES_ROW = `| \`${CONFIGURATION_FILE}\` | The owners that you trust, the names of groups, and the rules of the review |`;

function files({ hasImports }: DescribedProject): string[] {
  return [
    ...table('File'),
    '| `organization/organization.ts` | The groups, identities and grants. Change this file first |',
    '| `organization/organization.test.ts` | Tests of who can do what |',
    RULES_ROW,
    '| `main.ts` | The program that synthesizes the stack |',
    ...(hasImports ? ['| `imports.json` | The uids of the existing objects, which the first apply imports |'] : []),
    '| `NOT-ADOPTED.md` | The objects that the project does not declare, with the reasons |',
    '| `AGENTS.md` | Instructions for coding agents |',
    '',
  ];
}

function filesOfStacks({ hasImports }: DescribedProject, stacks: ReadonlyMap<string, number>): string[] {
  return [
    ...table('File'),
    `| \`organization/STACK/\` | The groups, identities and grants of one of the ${stacks.size} stacks |`,
    '| `organization/organization.ts` | The list of the stacks, with the group that each one refers to |',
    '| `organization/new-stack.ts` | The backend and the provider of every stack |',
    '| `main.ts` | The program that synthesizes all stacks |',
    ...(hasImports
      ? ['| `imports/STACK.json` | The uids of the existing objects, which the first apply imports |']
      : []),
    RULES_ROW,
    '| `NOT-ADOPTED.md` | The objects that the project does not declare, with the reasons |',
    '| `AGENTS.md` | Instructions for coding agents |',
    '',
  ];
}

function table(title: string): string[] {
  return [`| ${title} | Purpose |`, '| --- | --- |'];
}

function commands({ isApplied, names = {}, stacks }: DescribedProject): string[] {
  const roots = Object.keys(names).map((uid) => ` --root ${uid}`);
  const test = isApplied
    ? 'Runs the tests. Terraform applies the organization to an emulator in the process of the test'
    : stacks === undefined
      ? 'Synthesizes the stack, and counts the groups'
      : 'Synthesizes all stacks, and counts the groups';
  const plan =
    stacks === undefined
      ? 'Synthesizes, plans, and reports how the plan changes access'
      : 'Synthesizes, plans all stacks, `PARALLEL` at a time (2), and reports how they change access together';
  return [
    ...table('Command'),
    `| \`npm test\` | ${test} |`,
    '| `npm run check` | Checks the types |',
    `| \`npm run synth\` | Writes ${stacks === undefined ? 'the stack to `cdktf.out/stacks/organization`' : 'each stack to `cdktf.out/stacks/STACK`'} |`,
    `| \`npm run plan\` | ${plan} |`,
    `| \`npx platform-iac review --live${roots.join('')}\` | Lists the findings of the current organization |`,
    '',
    'The documentation is in `node_modules/cdktf-provider-platform/docs`: begin with `constructs.md`, `testing.md` and `review.md`.',
    '',
  ];
}

/** Without the state, an invite that was used is a new one for Terraform, and the service cannot tell which one it was. */
function lostStateSteps(isOneStack: boolean): string[] {
  const imports = isOneStack ? 'imports.json' : 'imports';
  const copy = isOneStack ? `cp NEW_FOLDER/${imports} .` : `cp -R NEW_FOLDER/${imports} .`;
  return [
    'If the state is lost:',
    '',
    '1. Delete the declaration of each invite that was used or has expired. Otherwise, an apply creates it again and gives its access.',
    `2. Run \`npx platform-iac adopt --out NEW_FOLDER\`, with the \`--root\`, \`--only\`, \`--exclude\` and \`--stack-size\` of the first run.`,
    `3. Run \`${copy}\` and \`rm -r NEW_FOLDER\`.`,
    '4. Run `npm run plan`. It must create nothing. Then apply it, as in "First apply".',
    `5. Run \`rm -r ${imports}\`.`,
    '',
  ];
}

function stateSection({ cdk, hasImports, stacks }: DescribedProject): string[] {
  const isOneStack = stacks === undefined;
  const [file, folder, line] = isOneStack
    ? [
        'terraform.organization.tfstate',
        'organization',
        'behind `new TerraformStack` in `organization/organization.ts`',
      ]
    : ['terraform.STACK.tfstate', 'STACK', 'instead of `new LocalBackend` in `organization/new-stack.ts`'];
  const key = isOneStack ? "'organization.tfstate'" : '`${name}.tfstate`';
  return [
    '## State',
    '',
    `An apply writes the state to \`${file}\` in this folder. It belongs to one machine: never commit it. Before others plan or apply, write a backend ${line}, with its import from \`${cdk}\`:`,
    '',
    '```ts',
    `new S3Backend(stack, { bucket: 'BUCKET', key: ${key}, region: 'REGION' });`,
    '```',
    '',
    'To move an existing state there, run on its machine:',
    '',
    '```sh',
    'npm run synth',
    `(cd cdktf.out/stacks/${folder} && terraform init -migrate-state)`,
    '```',
    '',
    `In a new clone, run \`npm install\` first. A plan without the state creates every object again${hasImports ? ', if the imports are deleted' : ''}. Do not apply it: copy the file of the state to this folder, or write the backend.`,
    '',
    ...(hasImports ? lostStateSteps(isOneStack) : []),
  ];
}

function snapshotSection({ names = {} }: DescribedProject): string[] {
  const roots = Object.keys(names).map((uid) => ` --root ${uid}`);
  return [
    `## ${SNAPSHOT_SECTION}`,
    '',
    'A coding agent has no token, and plans against a snapshot of the organization. After the first apply, write one where the state is. It contains no secret, and is valid for 7 days:',
    '',
    '```sh',
    'npm run synth',
    'npx platform-iac snapshot --new-key snapshot.key > snapshot.pub',
    `npx platform-iac snapshot --live${roots.join('')} --state cdktf.out/stacks/organization --key snapshot.key --out organization.snapshot`,
    '```',
    '',
    'Commit `snapshot.pub`, which verifies the snapshot. Never commit `snapshot.key`. To write the snapshot again, omit the second command. If the agent works in another clone, copy `organization.snapshot` there.',
    '',
  ];
}

function stacksSection(stacks: ReadonlyMap<string, number>): string[] {
  return [
    '## Stacks',
    '',
    'Each stack has a state of its own. It refers to objects of other stacks by uid, and needs no other state. To move an object, see [Addresses](node_modules/cdktf-provider-platform/docs/cli.md#addresses).',
    '',
    '| Stack | Objects |',
    '| --- | --- |',
    ...[...stacks].map(([name, count]) => `| \`${name}\` | ${count} |`),
    '',
  ];
}
