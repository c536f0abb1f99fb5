/** The printed texts of errors without a code: a test runs or records each. An ellipsis replaces names. */

import { NAME_CHARACTERS } from '../../model/api';

export type Symptom = readonly [text: string, cause: string, next: string];

export const SYNTHESIS_SYMPTOMS: readonly Symptom[] = [
  [
    'Validation failed with the following errors',
    'Props are invalid. Each line names the construct, the reason and the line of your program.',
    'Correct each line. If the list begins with "App-level validation", the program breaks [a rule](testing.md#enforce-rules).',
  ],
  ['must match', 'A name contains characters that the API refuses.', `Use ${NAME_CHARACTERS}.`],
  ['unknown prop', 'The prop is misspelled, or belongs to another object.', 'Use a name that the line suggests.'],
  [
    'the uid is undefined',
    'The environment variable with the uid is not set.',
    'Set it, for example `ROOT_GROUP_UID` to the uid of your root group.',
  ],
  [
    'is not a uid',
    'The text is a name or a path instead of a uid.',
    'Pass the uid, or find the group by its path: `Group.at(stack, "acme/payments")`.',
  ],
  [
    'declares the same',
    'Two constructs declare objects of one kind with the same parent and name.',
    'Remove one of them, or change its name.',
  ],
  [
    'its scope already contains',
    'Two constructs in one scope have the same id.',
    'Choose another id for one of them. A new id of an existing object needs [`wasAt`](changes.md#move-or-rename-a-construct).',
  ],
  [
    'an unknown capability',
    'A warning: this version does not know the capability.',
    'Correct it, or ignore the warning if your service has the capability.',
  ],
  ['is none of them', 'The name of a built-in role is misspelled.', 'Use the suggested name, or pass a `Role`.'],
  [
    'assumedBy accepts outsiders',
    'Somebody outside of your organization can obtain such a token. The line shows one.',
    'Add the `ids` that the line names, or narrow [the trust](trust.md#trust-workloads).',
  ],
  [
    'exactly one of assumedBy',
    'The identity does not state who can assume it, or states it twice.',
    'Set exactly one of the listed props.',
  ],
  [
    'is created in the App itself',
    'The first argument of the construct is not a stack.',
    'Pass a `TerraformStack`, or a construct in one.',
  ],
  ['it is a Promise: await it first', 'A prop contains an unfinished call.', 'Write `await` before the call.'],
  [
    'parent is missing',
    'A group needs a parent: a missing one never makes a root group.',
    'Pass `parent`, call `addGroup` of the parent, or `Group.root` for a new organization.',
  ],
  [
    'the file does not exist in',
    'The path of a data file or of rules is wrong for the working directory.',
    'Run the program in the folder of `cdktf.json`, or correct the path.',
  ],
  ['the data has', 'The data of a team or of an organization is invalid.', 'Correct each listed place.'],
  [
    'which is unmanaged',
    'Another object still refers to the object that you stop managing.',
    'Refer to the existing object, for example with `Group.fromUid`.',
  ],
  [
    'no object of the imports exists beneath',
    'The imports are of another organization, or of an emulator that has ended.',
    'Check `PLATFORM_BASE_URL` and the root group. For an emulator, delete the imports.',
  ],
  [
    'but its class is built for',
    'The program mixes CDK Terrain and CDK for Terraform.',
    'Import from `cdktf-provider-platform/cdktn` with `cdktn`, and from `cdktf-provider-platform` with `cdktf`.',
  ],
  [
    'would be written to the synthesized files in plain text',
    'A warning: a secret is a constant in the program.',
    'Pass a `TerraformVariable` instead.',
  ],
  [
    '@cdktf/provider-null is not installed',
    '`Settled` and `Rotation` need it with CDK for Terraform.',
    "Install it, or pass `anchor: 'terraform_data'`.",
  ],
  [
    'cannot install the provider into',
    'The folder of the stack cannot be written.',
    'Correct its permissions, or set `install: false` and use [a mirror](operating.md#installation-and-mirrors).',
  ],
];

export const TERRAFORM_SYMPTOMS: readonly Symptom[] = [
  [
    'could not connect to platform-iac.internal',
    'Terraform finds no provider next to the configuration. `terraform -chdir=DIR init` and a `provider_installation` block without [a mirror](operating.md#installation-and-mirrors) cause it, too.',
    'Run `platform-iac install .` in the folder, then `terraform init` there, without `-chdir`. In a project, run `npm run plan`: it does both.',
  ],
  [
    'Backend initialization required',
    'The stack was never initialized.',
    'Run `terraform init` in the folder of the stack. `platform-iac plan` does it for a project.',
  ],
  [
    'Required plugins are not installed',
    'The folder `.terraform` does not contain the provider, or contains another package than the lock file.',
    'Run `platform-iac install .`, then `terraform init`.',
  ],
  [
    "doesn't match any of the checksums previously recorded in the dependency lock file",
    'The lock file is of another version of the package. `terraform init -upgrade` alone does not help.',
    'Run `platform-iac install .`, which updates its entry, then `terraform init`, and commit the lock file.',
  ],
  [
    'does not match any of the checksums recorded in the dependency lock file',
    'The same, reported by `terraform plan`.',
    'Run `platform-iac install .`, then `terraform init`, and commit the lock file.',
  ],
  [
    'Inconsistent dependency lock file',
    'The lock file does not contain the provider.',
    'Run `terraform init`, and commit `.terraform.lock.hcl`.',
  ],
  [
    'Failed to query available provider packages',
    'Terraform finds no installed version that the configuration accepts.',
    'Run `platform-iac install .`, and compare `required_providers` with its output.',
  ],
  [
    'Unrecognized remote plugin message',
    'The provider did not start. The text after it is its reason: often "needs Node.js", if Node is missing from `PATH` or older than 20.18.1.',
    'Run `node --version` in the same shell. Install Node.js, or use the executable of a release.',
  ],
  [
    'permission denied',
    'The file of the provider lost its executable bit, for example in an artifact.',
    'Run `platform-iac install .` in the folder.',
  ],
  [
    'terraform-provider-platform_v0.1.0: no such file or directory',
    'The executable of a release runs on a system without glibc, such as Alpine.',
    'Use an image with glibc, or the npm package with Node.',
  ],
  [
    'Provider development overrides are in effect',
    'A warning: `dev_overrides` in the CLI configuration replaces the installed provider. `terraform init` may fail with it.',
    'Remove the block from the file that `TF_CLI_CONFIG_FILE` or `~/.terraformrc` names.',
  ],
  [
    'could not read package directory',
    'The folder of `dev_overrides` does not exist.',
    'Remove the block, or build the provider into the folder.',
  ],
  [
    'Error acquiring the state lock',
    'Another run uses the state, or a killed run left its lock.',
    'Wait for the run. If none exists, `terraform force-unlock ID` with the ID of the message.',
  ],
  [
    'No value for required variable',
    'A variable of the configuration is not set. That of the examples is `root_group_uid`.',
    'Set `TF_VAR_root_group_uid` to the uid of your root group. For the emulator, see `--print-env`.',
  ],
  [
    'Saved plan is stale',
    'The state has changed since the plan was created.',
    'Create and review the plan again. [An approval](approval.md) stays valid if the effect is the same.',
  ],
  [
    'No configuration files',
    'The folder contains no `.tf` file and no stack.',
    'Run the command in the folder of the stack.',
  ],
  [
    'chdir …: no such file or directory',
    'The stack is not synthesized yet.',
    'Run `npm run plan`, or `platform-iac plan`, in the folder of the project.',
  ],
];
