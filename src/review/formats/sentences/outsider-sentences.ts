/** Describes identities that trust undeclared parties, or that outsiders can assume, in sentences. */
import { displayed } from '../../../base/text/visible';
import { counted, few, nounFor } from '../../../base/text/words';
import type { UndeclaredParty } from '../../access/assume/undeclared';
import type { ReportedFinding } from '../../report/types/report';
import type { Sentence } from './marked-names';

/** Returns `16 identities trust 3 issuers and 1 account that review.config.json does not declare.` */
export function undeclaredText(identities: number, parties: readonly UndeclaredParty[]): string[] {
  const count = (list: string, noun: string) => {
    const names = new Set(parties.filter((party) => party.list === list).map(({ name }) => name));
    return names.size === 0 ? [] : [counted(names.size, noun)];
  };
  const whom = [...count('trustedIssuers', 'issuer'), ...count('trustedAccounts', 'account')].join(' and ');
  return identities === 0
    ? []
    : [
        `${counted(identities, 'identity')} ${nounFor(identities, 'trusts', 'trust')} ${whom} that review.config.json does not declare.`,
      ];
}

/** Returns the description of the outsiders in a reason, and the next step, without the identity; undefined in another reason. */
export function outsidersIn({ reason, subject, holds }: ReportedFinding): string | undefined {
  const start = `Outsiders can assume ${subject}, ${holds === undefined ? 'which has no role' : `which is ${holds}`}: `;
  return reason.startsWith(start) ? reason.slice(start.length) : undefined;
}

/** Returns the number of objects that findings affect. */
export function countAffected(findings: readonly ReportedFinding[]): number {
  return findings.reduce((sum, { affected }) => sum + (affected?.length ?? 1), 0);
}

/**
 * Returns sentences about several findings: identities that trust undeclared parties, or those of other outsiders.
 *
 * @param toFirst returns the first sentence of a reason
 */
export function outsiderSentences(findings: readonly ReportedFinding[], toFirst: Sentence): string[] {
  const declarable = findings.filter(({ cause }) => cause?.paste !== undefined);
  const others = findings.filter((finding) => !declarable.includes(finding));
  const isProven = (finding: ReportedFinding) =>
    (finding.affected ?? [finding]).every(({ witness }) => witness !== undefined);
  const unknown = others.filter((outsider) => !isProven(outsider));
  return [
    ...worstFirst(others.filter(isProven), 'Outsiders can assume', toFirst),
    ...undeclaredText(countAffected(declarable), declarable.flatMap(undeclaredParties)),
    ...worstFirst(unknown, 'Outsiders may be able to assume', toFirst),
  ];
}

/** Returns the same about the owners that no configuration declares. */
export function ownerSentences(findings: readonly ReportedFinding[], toFirst: Sentence): string[] {
  return worstFirst(findings, 'Other undeclared owners can use', toFirst);
}

/** Returns the first sentence of the worst finding, and the names of the other identities. */
function worstFirst([worst, ...others]: readonly ReportedFinding[], verb: string, toFirst: Sentence): string[] {
  if (worst === undefined) return [];
  if (others.length === 0) return [toFirst(worst.reason)];
  const objects = others.flatMap((other) => other.affected ?? [other]);
  const isNamed = ({ identity }: { readonly identity?: string | undefined }) =>
    identity !== undefined && (worst.affected ?? [worst]).some((object) => object.identity === identity);
  const names = [
    ...new Set(
      objects
        .filter((object) => !isNamed(object))
        .map(({ identity, subject, holds }) => {
          const name = displayed(identity ?? subject);
          return holds?.startsWith('owner in ') === true ? `${name} (${displayed(holds)})` : name;
        }),
    ),
  ];
  if (names.length === 0) return [toFirst(worst.reason)];
  return [
    toFirst(worst.reason),
    `${verb} ${counted(names.length, 'more identity', 'more identities')}: ${few(names)}.`,
  ];
}

/** Returns the parties of the entry to paste, such as `"trustedIssuers": ["https://k8s.example"]`. */
export function undeclaredParties({ cause }: ReportedFinding): UndeclaredParty[] {
  const entry = JSON.parse(`{${cause?.paste ?? ''}}`) as Partial<Record<UndeclaredParty['list'], string[]>>;
  const lists = ['trustedIssuers', 'trustedAccounts'] as const;
  return lists.flatMap((list) => (entry[list] ?? []).map((name) => ({ list, name })));
}
