/** Findings about cloud accounts that are associated with a group. */
import { isObject, snakeCase, type Values } from '../../model/api';
import { accountAssociation } from '../../model/kinds';
import type { Field } from '../../model/schema';
import { few } from '../../base/text/words';
import type { Analysis } from '../access/analysis';
import { declaredAccounts } from '../access/assume/undeclared';
import { declaredAt, type Finding } from './shared/finding';
import { SENSITIVE, type Instance } from '../organization/objects/objects';
import { attribute, isSensitive, textAttribute } from '../input/plan/values';

/** Reports groups that are associated with another cloud account than before, or with other clients of it. */
export function accountAssociated({ matches, readers, configuration, changesOfMatches }: Analysis): Finding[] {
  return matches.flatMap((match) => {
    const { declaration, status, before, after, pathAfter } = match;
    if (declaration !== accountAssociation || after === undefined || status === 'forgotten') return [];
    const [instance] = after.instances;
    // A new association has no changed attributes: each of its accounts is new.
    const changed = before && (changesOfMatches.get(match)?.fields ?? []).map(({ field }) => field);
    const changes = clouds.flatMap(
      (cloud) => accountChange(cloud, changed, instance, declaredAccounts(configuration, cloud.name)) ?? [],
    );
    const [first, ...others] = changes;
    if (first === undefined) return [];
    const group = readers.after.findGroup(instance);
    return [
      {
        id: 'account-associated',
        severity: others.reduce((worst, { severity }) => (worst === 'high' ? worst : severity), first.severity),
        subject: pathAfter ?? after.key,
        reason: `${group} ${changes.map(({ text }) => text).join(' It ')}`,
        evidence: [group, changes.map(({ facts }) => facts)],
        group,
        ...declaredAt(instance),
      },
    ];
  });
}

interface Cloud {
  readonly name: string;
  /** The attributes that identify the account: texts. */
  readonly ids: readonly string[];
  /** The attributes that select clients within the account. */
  readonly others: readonly string[];
}

/** The clouds of the declaration. */
const clouds: readonly Cloud[] = Object.entries(accountAssociation.fields).flatMap(([field, { type }]) => {
  if (type.is !== 'message') return [];
  const named = (isId: boolean) =>
    Object.entries(type.fields)
      .filter(([, member]: [string, Field]) => (member.type.is === 'string') === isId)
      .map(([name]) => snakeCase(name));
  return [{ name: snakeCase(field), ids: named(true), others: named(false) }];
});

/** The words for an account; another cloud has its own name. */
const words: Readonly<Record<string, string>> = {
  ...{ amazon: 'AWS account', google: 'Google project', azure: 'Azure tenant' },
};

interface AccountChange {
  readonly severity: 'low' | 'medium' | 'high';
  readonly text: string;
  readonly facts: readonly unknown[];
}

/** @param changed the names of the changed attributes; `undefined` for a new association */
function accountChange(
  { name, ids, others }: Cloud,
  changed: readonly string[] | undefined,
  { values, sensitive }: Instance,
  trusted: ReadonlySet<string>,
): AccountChange | undefined {
  const account = attribute(values, name);
  const isChanged = (member: string) => changed?.some((text) => text === name || text === `${name}.${member}`) ?? true;
  const noun = words[name] ?? name;
  if (account === undefined)
    return changed !== undefined && ids.some(isChanged)
      ? { severity: 'low', text: `is no longer associated with ${noun}s.`, facts: [name] }
      : undefined;
  const known: Values = isObject(account) ? account : {};
  const found = ids.map((id) => textAttribute(known, id));
  const undeclared = found.filter((id) => id === undefined || !trusted.has(id));
  const shown = (all: typeof found) =>
    isSensitive(sensitive, name) ? SENSITIVE : few(all.map((id) => id ?? 'that is unknown until apply'));
  const isDeclared = undeclared.length === 0;
  const declared = isDeclared
    ? ''
    : undeclared.length === found.length
      ? ', which trustedAccounts does not declare'
      : `, and trustedAccounts does not declare ${shown(undeclared)}`;
  const facts = [name, ...found, ...others.map((other) => attribute(known, other))];
  if (ids.some(isChanged))
    return {
      severity: isDeclared ? 'low' : 'high',
      text: `is associated with ${noun} ${shown(found)}${declared}.`,
      facts,
    };
  const clients = others.filter(isChanged);
  return clients.length === 0
    ? undefined
    : {
        severity: isDeclared ? 'low' : 'medium',
        text: `is associated with other ${few(clients)} of ${noun} ${shown(found)}${declared}.`,
        facts,
      };
}
