/** Findings about cloud accounts that are associated with a group. */
import { isObject } from '../../api';
import { accountAssociation } from '../../resources';
import type { Analysis } from '../access/analysis';
import { declaredAt, type Finding } from './finding';
import { SENSITIVE, type Instance } from '../organization/objects/objects';
import { attribute, isSensitive, textAttribute } from '../input/plan/values';

/** Reports groups that are associated with another cloud account than before. */
export function accountAssociated({ matches, readers, configuration }: Analysis): Finding[] {
  const trusted = new Set(configuration.trustedAccounts);
  return matches.flatMap(({ declaration, status, before, after, pathAfter }) => {
    if (declaration !== accountAssociation || after === undefined || status === 'forgotten') return [];
    const [instance] = after.instances;
    const were = new Set(before === undefined ? [] : accountsOf(before.instances[0]).map(({ text }) => text));
    const added = accountsOf(instance).filter(({ text }) => !were.has(text));
    const foreign = added.filter(({ id }) => id === undefined || !trusted.has(id));
    if (added.length === 0) return [];
    const group = readers.after.groupOf(instance);
    const shown = (foreign.length > 0 ? foreign : added).map(({ text, isHidden }) => (isHidden ? SENSITIVE : text));
    const declared = foreign.length > 0 ? ', which trustedAccounts does not declare' : '';
    return [
      {
        id: 'account-associated',
        severity: foreign.length > 0 ? 'high' : 'low',
        subject: pathAfter ?? after.key,
        reason: `${group} is associated with ${shown.join(' and ')}${declared}.`,
        evidence: [group, added.map(({ cloud, id }) => [cloud, id])],
        group,
        ...declaredAt(instance),
      },
    ];
  });
}

interface CloudAccount {
  readonly cloud: string;
  /** Absent if it is unknown until the apply. */
  readonly id: string | undefined;
  readonly text: string;
  readonly isHidden: boolean;
}

const clouds: readonly (readonly [attribute: string, id: string, words: string])[] = [
  ['amazon', 'account', 'AWS account'],
  ['google', 'project_id', 'Google project'],
  ['azure', 'tenant_id', 'Azure tenant'],
];

/** Returns the associated accounts. An unknown id can be the account of anyone. */
function accountsOf({ values, sensitive }: Instance): CloudAccount[] {
  return clouds.flatMap(([name, member, words]) => {
    const cloud = attribute(values, name);
    if (cloud === undefined) return [];
    const id = isObject(cloud) ? textAttribute(cloud, member) : undefined;
    const isHidden = isSensitive(sensitive, name);
    return [{ cloud: name, id, text: `${words} ${id ?? 'that is unknown until apply'}`, isHidden }];
  });
}
