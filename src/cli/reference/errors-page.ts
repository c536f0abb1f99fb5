/** The tables of the codes that end the provider's errors and warnings, in Markdown, derived from the declared codes. */
import { type Code, CODES, httpStatus, PROVIDER_NAME } from '../../model/api';
import { diagnosticCodes } from '../../model/kinds';
import { advices } from '../../provider/messages/diagnostics';
import { inlineCode, firstSentence, markdownTable } from './markdown';

/** Returns the meaning and the next step of each code of the provider. */
export function providerCodesTable(): string {
  return markdownTable(
    ['Code', 'Meaning', 'Next step'],
    Object.entries(diagnosticCodes).map(([name, text]) => {
      const meaning = firstSentence(text);
      return [inlineCode(toCode(name)), meaning, text.slice(meaning.length + 1)];
    }),
  );
}

/** Returns the next step of each status of the API. */
export function apiCodesTable(): string {
  return markdownTable(
    ['Code', 'HTTP status', 'Next step'],
    CODES.map((status) => [inlineCode(toCode(`API_${status}`)), String(httpStatus(status)), getAdvice(status)]),
  );
}

function toCode(name: string): string {
  return `${PROVIDER_NAME.toUpperCase()}_${name}`;
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
