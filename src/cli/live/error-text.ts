/** The text of an error of the client or of the provider, with the next step of a command. */
import type { DiagError } from '../../plugin';

/** Returns the message of an error, with the diagnostics that it consists of. */
export function errorText(error: unknown): string {
  const { diagnostics = [], message } = error as Partial<DiagError> & { readonly message: string };
  return diagnostics.length === 0
    ? [message.replace(/(?<![.?!])$/, '.'), adviceAbout(error)].filter(Boolean).join(' ')
    : diagnostics.map(({ summary, detail = '' }) => `${summary}. ${withoutBlock(detail)}`.trim()).join('\n');
}

/** Removes the provider block from advice of the provider: a command has only the environment. */
function withoutBlock(detail: string): string {
  return detail
    .replaceAll(/ (in the environment )?where Terraform runs/g, '')
    .replaceAll(/ \(or [a-z_]+( and [a-z_]+)?( in the provider block)?\)/g, '')
    .replaceAll(/[a-z_]+ in the provider block, or |, or [a-z_]+ in the provider block/g, '');
}

/** The provider advises about its own block, which a command does not have. */
function adviceAbout(error: unknown): string | undefined {
  const isRefused = error instanceof Error && 'code' in error && error.code === 'UNAUTHENTICATED' && 'status' in error;
  return isRefused && error.status !== undefined
    ? 'Get a new token of this service, and set PLATFORM_TOKEN to it.'
    : undefined;
}
