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

function getAdvice(status: Code): string {
  return advices[status] ?? 'Follow the text of the API.';
}
