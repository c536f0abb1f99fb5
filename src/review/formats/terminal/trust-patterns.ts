/**
 * Merges trust policies that are equal except for the name of a repository. The repository is replaced in the whole text of a policy,
 * and only equal results are merged: policies that differ in anything else never share a line.
 */
import { groupBy } from '../../../access/graph/paths';
import { displayed } from '../../../base/text/visible';
import { counted, few } from '../../../base/text/words';
import { inQuotes } from '../sentences/marked-names';
import type { ReportedAssume } from '../../report/types/report';

/** Fewer policies have a line each. */
const FEW_ALIKE = 3;

/** A repository of GitHub, with or without the numeric ids of its owner and itself. */
const REPOSITORY = /(?<= of )([\w.-]+(?:@\d+)?\/)([\w.-]+?)(@\d+)?(?=[,;]? |$)/;
/** The placeholder in a comparison. No policy with it is merged. */
const MARK = '\u0000';

/** A policy, or several that are equal except for the name of a repository. */
export type TrustEntry = ReportedAssume | TrustPattern;

export interface TrustPattern {
  /** `any workflow on branch main of acme/<name>` */
  readonly policy: string;
  readonly status: 'added' | 'removed';
  readonly policies: readonly { readonly identity: string; readonly repository: string }[];
}

/** Returns the policies in their order. A pattern has the place of its first policy. */
export function mergeAlike(policies: readonly ReportedAssume[]): TrustEntry[] {
  const found = policies.map(findPattern);
  const alike = groupBy(
    found.flatMap((pattern) => pattern ?? []),
    ({ status, policy }) => `${status} ${policy}`,
  );
  const written = new Set<string>();
  return policies.flatMap((policy, index): TrustEntry[] => {
    const pattern = found[index];
    const key = pattern === undefined ? '' : `${pattern.status} ${pattern.policy}`;
    const all = alike.get(key) ?? [];
    if (pattern === undefined || all.length < FEW_ALIKE) return [policy];
    if (written.has(key)) return [];
    written.add(key);
    const text = pattern.policy.replaceAll(`${MARK}@`, '<name>@<id>').replaceAll(MARK, '<name>');
    return [{ ...pattern, policy: text, policies: all.flatMap((alikePolicy) => alikePolicy.policies) }];
  });
}

/** Returns the created or deleted policy with a mark instead of the name of its repository. Outsiders are never merged. */
function findPattern({ identity, before, after, outsiders, unknown }: ReportedAssume): TrustPattern | undefined {
  const policy = before === undefined ? after : after === undefined ? before : undefined;
  if (policy === undefined || outsiders.length > 0 || unknown.length > 0 || policy.includes(MARK)) return undefined;
  const [, owner = '', name = '', id = ''] = REPOSITORY.exec(policy) ?? [];
  if (name === '') return undefined;
  const repository = `${owner}${name}${id}`;
  const isWhole = new RegExp(`(?<![\\w./@-])${repository.replaceAll('.', '\\.')}(?![\\w@-]|\\.\\w)`, 'g');
  return {
    policy: policy.replaceAll(isWhole, `${owner}${MARK}${id === '' ? '' : '@'}`),
    status: before === undefined ? 'added' : 'removed',
    policies: [{ identity, repository: `${name}${id}` }],
  };
}

/** Returns `12 identities: "any workflow on branch main of acme/<name>"` and the first of them. */
export function patternTexts({ policy, policies }: TrustPattern): readonly [string, string] {
  const examples = policies.map(({ identity, repository }) => `${displayed(identity)} (${repository})`);
  return [`${counted(policies.length, 'identity')}: ${inQuotes(policy)}`, few(examples)];
}
