/** The README next to a configuration in HCL. */
import { codeSpan } from '../../base/text/markdown';
import type { TrustedOwner } from '../../access/rules';
import { ownersSection } from './adopted-trust';
import { rootOwnersSection, type RootOwners } from './root-owners';
import { undeclaredSection, type UndeclaredTrust } from './undeclared-trust';

interface Provided {
  readonly hasImports: boolean;
  /** True if `terraform init` installs a release's executable. */
  readonly isExecutable: boolean;
  /** `platform-iac` as a shell finds it in the folder. */
  readonly command: string;
  readonly rootOwners: RootOwners;
  readonly owners: readonly TrustedOwner[];
  readonly undeclared: readonly UndeclaredTrust[];
}

/** Returns `README.md`. */
export function hclReadme({ hasImports, isExecutable, command, ...parties }: Provided): string {
  const { rootOwners, owners, undeclared } = parties;
  const rows = [
    ['`main.tf`', 'The provider, look-ups, and everything directly in the root group'],
    ['Other `.tf` files', 'One for each group under the root, if the organization is large'],
    ['`variables.tf`', 'The root group, and secrets that the API never returns'],
    ...(hasImports ? [['`imports.tf`', 'The uids of the existing objects, which the first apply imports']] : []),
    ['`review.config.json`', 'The owners that you trust, the names of groups, and the rules of the review'],
    ['`NOT-ADOPTED.md`', 'The objects that the configuration does not declare, with the reasons'],
  ];
  const confirm = owners.length === 0 ? 'list your owners' : 'confirm the owners';
  const install = [...(isExecutable ? [] : [`${command} install .`]), 'terraform init'];
  const commands = ['```sh', ...install, `${command} plan`, '```'];
  const first = [
    '## First apply',
    '',
    `1. Read \`NOT-ADOPTED.md\`, and ${confirm} in \`review.config.json\`.`,
    '2. Run these commands in this folder. The plan imports every object and changes nothing.',
    '',
    ...commands.map((line) => `   ${line}`),
    '',
    '3. Run `terraform apply`.',
    '4. Run `rm imports.tf`.',
    '',
    'For each later change, run:',
    '',
    '```sh',
    `${command} plan`,
    'terraform apply',
    '```',
    '',
    'In a new clone, run first:',
    '',
    '```sh',
    ...install,
    '```',
    '',
    ...(command.includes('.tgz')
      ? [
          'The commands contain the path of the packed file, which a clone on another machine lacks. Before others clone the project, copy the file to this folder, commit it, and correct the path.',
          '',
        ]
      : command.startsWith('npx ')
        ? ['The commands use the npm package in a folder above. In a clone elsewhere, install it there first.', '']
        : []),
  ];
  const once = ['Run in this folder:', '', ...commands, ''];
  return [
    '# Organization',
    '',
    `This configuration declares an organization. ${
      isExecutable
        ? 'You need Terraform or OpenTofu. `terraform init` installs the provider from a registry, or from a mirror of a release.'
        : 'You need Terraform or OpenTofu, and Node 20.18.1 or newer for the provider.'
    }`,
    '',
    'Set `PLATFORM_BASE_URL` and `PLATFORM_TOKEN`.',
    '',
    ...(hasImports ? first : once),
    ...rootOwnersSection(rootOwners),
    ...ownersSection(owners),
    ...undeclaredSection(undeclared),
    '## Files',
    '',
    '| File | Purpose |',
    '| --- | --- |',
    ...rows.map((row) => `| ${row.join(' | ')} |`),
    '',
    '## State',
    '',
    'An apply writes the state to `terraform.tfstate` in this folder. It belongs to one machine: never commit it. Before others plan or apply, write a `backend` block in `versions.tf`, and run `terraform init -migrate-state`.',
    '',
    'A plan without the state creates every object again, for example in a new clone. Do not apply it: the apply stops at each object that exists. Copy the file of the state to this folder, or write the backend.',
    '',
    'If the state is lost:',
    '',
    '1. Delete the resource of each invite that was used or has expired. Otherwise, an apply creates it again and gives its access.',
    `2. Run ${codeSpan(`${command} adopt --format hcl --out NEW_FOLDER`)}, with the \`--root\`, \`--only\` and \`--exclude\` of the first run.`,
    '3. Run `cp NEW_FOLDER/imports.tf .` and `rm -r NEW_FOLDER`.',
    `4. Run ${codeSpan(`${command} plan`)}. It must create nothing. Then run \`terraform apply\` and \`rm imports.tf\`.`,
    '',
  ].join('\n');
}
