/** The reference of the codes that end the provider's errors and warnings, in Markdown, derived from the declared codes. */
import { type Code, CODES, httpStatus, PROVIDER_NAME } from '../../model/api';
import { diagnosticCodes } from '../../model/kinds';
import { advices } from '../../provider/messages/diagnostics';
import { APPROVAL_SYMPTOMS } from './approval-symptoms';
import { COMMAND_SYMPTOMS } from './command-symptoms';
import { SYNTHESIS_SYMPTOMS, TERRAFORM_SYMPTOMS, type Symptom } from './error-symptoms';
import { inlineCode, firstSentence, page, markdownTable } from './markdown';

export function errorsPage(): string {
  return page(
    '# Errors and warnings',
    'Search this page for a part of your error without names, or for its code.',
    markdownTable(
      ['Printed by', 'Section'],
      [
        ['Your program, or `platform-iac plan` before the plan', '[Errors at synthesis](#errors-at-synthesis)'],
        ['A line that begins with `platform-iac:`', '[Errors of platform-iac](#errors-of-platform-iac)'],
        ['A refused `platform-iac apply`, or `--expect`', '[Refused applies](#refused-applies)'],
        ['Terraform, without a code', '[Errors of Terraform](#errors-of-terraform)'],
        [
          `Terraform, with a code such as ${inlineCode(`(${toCode('OBJECT_EXISTS')})`)}`,
          '[Codes of the provider](#codes-of-the-provider)',
        ],
        [`Terraform, with ${inlineCode(`(${toCode('API_…')})`)}`, '[Codes of the API](#codes-of-the-api)'],
      ],
    ),
    '## Errors at synthesis',
    'A program prints all problems of its props together, each with the path of the construct and the line of the program: [checks at synthesis](constructs.md#checks-at-synthesis). Errors exit with 1; warnings begin with "Warning:".',
    symptoms(SYNTHESIS_SYMPTOMS),
    '## Errors of platform-iac',
    'The command reports its own errors as `platform-iac: …`, without a code.',
    symptoms(COMMAND_SYMPTOMS),
    '## Refused applies',
    '`platform-iac apply` and `platform-iac plan --expect` print these lines if an [approval](approval.md) does not cover the plan. The provider reports a refused write with a code.',
    symptoms(APPROVAL_SYMPTOMS),
    '## Errors of Terraform',
    'Terraform or OpenTofu reports these errors before it calls the provider, so they have no code.',
    symptoms(TERRAFORM_SYMPTOMS),
    '## Codes of the provider',
    `Each error and warning of the provider ends with a code in parentheses, for example ${inlineCode(`(${toCode('OBJECT_EXISTS')})`)}. The message names the object, the reason and the next step. The code names the cause: it stays the same in later versions, so that scripts and searches can rely on it.`,
    markdownTable(
      ['Code', 'Meaning', 'Next step'],
      Object.entries(diagnosticCodes).map(([name, text]) => {
        const meaning = firstSentence(text);
        return [inlineCode(toCode(name)), meaning, text.slice(meaning.length + 1)];
      }),
    ),
    '## Codes of the API',
    `If a request fails, the code is ${inlineCode(toCode('API_'))} and the status that the API returned. The message contains the request and the text of the API.`,
    markdownTable(
      ['Code', 'HTTP status', 'Next step'],
      CODES.map((status) => [inlineCode(toCode(`API_${status}`)), String(httpStatus(status)), getAdvice(status)]),
    ),
  );
}

function toCode(name: string): string {
  return `${PROVIDER_NAME.toUpperCase()}_${name}`;
}

function symptoms(all: readonly Symptom[]): string {
  return markdownTable(
    ['Text', 'Cause', 'Next step'],
    all.map(([text, cause, next]) => [`"${text}"`, cause, next]),
  );
}

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
