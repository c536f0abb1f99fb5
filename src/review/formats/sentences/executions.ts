/** Describes what an apply runs or evaluates in addition to the approved writes, and what the input does not show. */
import { isOurProvider } from '../../../model/api';
import { displayed } from '../../../base/text/visible';
import type { Execution, ExecutionKind } from '../../input/plan/execution';
import type { Report } from '../../report/types/report';

/** Values of the plan. The report shows them elsewhere, or counts them as not evaluated. */
const VALUES: ReadonlySet<ExecutionKind> = new Set(['resource', 'output']);

/** The kinds that have no finding, and are not counted as not evaluated. */
const EVALUATED: ReadonlySet<ExecutionKind> = new Set(['read', 'ephemeral', 'function']);

/** The maximum number of addresses in a sentence. */
const NAMED = 3;
/** Characters of a hash that identify it. */
const HASH_LENGTH = 16;

/** Returns one line for each program, provider and read. */
export function executionHints({ executes }: Report): { readonly line: string; readonly note: string }[] {
  return executes.filter(isShown).map((execution) => {
    const { kind, address, type, actions, version, isProgram, isOpen, sha256 } = execution;
    const detail = [kind === 'lock' || address.includes(type) ? '' : type, version ?? '', ...actions];
    const words = detail.filter((text) => text !== '').map(displayed);
    return {
      line: `${kind} ${displayed(address)}${words.length === 0 ? '' : `: ${words.join(', ')}`}`,
      note: [
        ...serviceTexts(execution).map((text) => `It sets ${text}.`),
        isProgram === true ? 'It is a program.' : '',
        isOpen === true ? 'The apply evaluates it again.' : '',
        `SHA-256 ${sha256.slice(0, HASH_LENGTH)}…`,
      ]
        .filter((text) => text !== '')
        .join(' '),
    };
  });
}

function isShown({ kind, type, isProgram, service }: Execution): boolean {
  if (kind === 'lock') return isProgram === true;
  return !VALUES.has(kind) && (kind !== 'provider' || !isOurProvider(type) || service !== undefined);
}

/** Returns sentences for the first lines of a report: also a plan without changes has them. */
export function executionSentences({ executes, notShown = [] }: Report): string[] {
  const evaluated = executes.filter(({ kind }) => EVALUATED.has(kind)).map(({ address }) => displayed(address));
  const left = evaluated.length - NAMED;
  return [
    ...executes.flatMap((execution) => serviceTexts(execution).map((text) => `${execution.address} sets ${text}.`)),
    ...(evaluated.length === 0
      ? []
      : [`The apply evaluates ${evaluated.slice(0, NAMED).join(', ')}${left > 0 ? ` and ${left} more` : ''}.`]),
    ...notShownTexts(notShown),
  ];
}

function notShownTexts(parts: readonly string[]): string[] {
  if (parts.length === 0) return [];
  if (parts.join() === 'the lock file') return ['The input does not contain the lock file.'];
  return ['The input does not show all code that the apply executes: create it with `platform-iac plan`.'];
}

function serviceTexts({ service = {} }: Execution): string[] {
  return Object.entries(service).map(([name, value]) => `${name} to ${displayed(value)}`);
}
