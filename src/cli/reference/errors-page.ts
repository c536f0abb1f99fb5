/** The reference of the codes that end the provider's errors and warnings, in Markdown, derived from the declared codes. */
import { type Code, CODES, httpStatus, PROVIDER_NAME } from '../../model/api';
import { diagnosticCodes } from '../../model/kinds';
import { advices } from '../../provider/messages/diagnostics';
import { code, firstSentence, page, table } from './markdown';

export function errorsPage(): string {
  return page(
    '# Errors and warnings',
    `Each error and warning of the provider ends with a code in parentheses, for example ${code(`(${toCode('OBJECT_EXISTS')})`)}. The message names the object, the reason and the next step. The code names the cause: it stays the same in later versions, so that scripts and searches can rely on it.`,
    '## Codes of the provider',
    table(
      ['Code', 'Meaning', 'Next step'],
      Object.entries(diagnosticCodes).map(([name, text]) => {
        const meaning = firstSentence(text);
        return [code(toCode(name)), meaning, text.slice(meaning.length + 1)];
      }),
    ),
    '## Errors of platform-iac',
    'The command reports its own errors as `platform-iac: …`, without a code.',
    symptoms(COMMAND_SYMPTOMS),
    '## Errors of Terraform',
    'Terraform or OpenTofu reports these errors before it calls the provider, so they have no code.',
    symptoms(TERRAFORM_SYMPTOMS),
    '## Codes of the API',
    `If a request fails, the code is ${code(toCode('API_'))} and the status that the API returned. The message contains the request and the text of the API.`,
    table(
      ['Code', 'HTTP status', 'Next step'],
      CODES.map((status) => [code(toCode(`API_${status}`)), String(httpStatus(status)), getAdvice(status)]),
    ),
  );
}

function toCode(name: string): string {
  return `${PROVIDER_NAME.toUpperCase()}_${name}`;
}

type Symptom = readonly [text: string, cause: string, next: string];

function symptoms(all: readonly Symptom[]): string {
  return table(
    ['Text', 'Cause', 'Next step'],
    all.map(([text, cause, next]) => [`"${text}"`, cause, next]),
  );
}

const COMMAND_SYMPTOMS: readonly Symptom[] = [
  [
    'The API rejects the token',
    'The token is expired, or of another service.',
    'Set `PLATFORM_TOKEN` to a valid token.',
  ],
  [
    'The API is unreachable',
    'Nothing answers at `PLATFORM_BASE_URL`.',
    'Check the address, the network and `HTTPS_PROXY`.',
  ],
  [
    'The API denies every object of the state',
    'The state is of another organization.',
    'Check the address, the token and the state. For an emulator, move the state file away.',
  ],
  [
    'Cannot read the organization',
    'A list failed: the rest of the line gives the reason.',
    'Check the token. The role `viewer` in the root group is enough.',
  ],
  [
    'The engine failed to plan',
    'Terraform or the provider failed: its errors are above the line.',
    'Correct the first error. With `--verbose`, you see the whole output.',
  ],
  [
    'The engine failed to initialize',
    'Terraform cannot install a provider or reach the backend.',
    'Run `terraform init` in the folder of the stack, and see the table below.',
  ],
  [
    'someone has changed',
    'You changed files that `adopt` wrote.',
    'Pass `--unmanaged` to add only new objects, or name a new folder.',
  ],
  ['The provider is not built', 'You use a checkout of this repository.', 'Run `npm run build` in it.'],
];

const TERRAFORM_SYMPTOMS: readonly Symptom[] = [
  [
    'could not connect to platform-iac.internal',
    'The provider is not installed on this machine. The message ends with "no such host".',
    'Run `platform-iac install .` in the folder of the configuration, then `terraform init`.',
  ],
  [
    'Unrecognized remote plugin message',
    'The provider did not start: often, Node is missing from `PATH`, or is older than 20.18.1.',
    'Run `node --version` in the same shell. Then run `platform-iac install .` again.',
  ],
  [
    'the cached package for … does not match any of the checksums recorded in the dependency lock file',
    'The lock file is of another version of the package, or of another platform.',
    'Run `platform-iac install .`, then `terraform init -upgrade`, and commit the lock file.',
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
  ['chdir …: no such file or directory', 'The stack is not synthesized yet.', 'Run `npm run plan`.'],
];

/** The messages of the provider for these contain the text of the API alone. */
const ofUncommon: Partial<Record<Code, string>> = {
  UNKNOWN: 'Run again. If the error persists, report the request to the operator of the service.',
  INVALID_ARGUMENT: 'Correct the attribute that the text of the API names. If it names none, check api_version.',
  FAILED_PRECONDITION:
    'Another object or a setting blocks the request, and the text of the API names it. Change it, and apply again.',
  ABORTED: 'Another request changed the object at the same time. Run terraform plan again, and apply.',
  OUT_OF_RANGE: 'Correct the number or the time. The text of the API names its limits.',
  DATA_LOSS: 'Do not apply again. Report the request to the operator of the service.',
};

function getAdvice(status: Code): string {
  return advices[status] ?? ofUncommon[status] ?? 'Run again.';
}
