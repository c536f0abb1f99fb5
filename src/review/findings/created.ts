/** Findings about what is made, and about a protection that is taken away. */
import { snakeCase } from '../../api';
import { behaves, type Declaration, kindInWords } from '../../schema';
import { groupInvite } from '../../resources';
import type { Analysis } from '../analysis';
import { declaredAt, type Finding } from '../finding';
import type { PlatformObject } from '../organization/objects';
import { attribute } from '../plan/values';

/** Whoever gets hold of an invite's code has its role. */
export function inviteCreated({ pairs, after }: Analysis): Finding[] {
  return pairs.flatMap(({ declaration, status, after: made, pathAfter }) => {
    if (declaration !== groupInvite || made === undefined || status === 'kept' || status === 'forgotten') return [];
    const grant = after.graph.grants.find(({ key }) => key === made.key);
    const gives = grant === undefined ? 'a role that is not known yet' : `${grant.role.path} in ${grant.group.path}`;
    return [
      {
        id: 'invite-created',
        severity: 'medium',
        subject: pathAfter ?? made.key,
        reason: `Whoever presents the code of the new invite has ${gives}.`,
        ...declaredAt(made.instances[0]),
      },
    ];
  });
}

/** The service makes a secret, and shows it once. */
export function secretCreated({ pairs }: Analysis): Finding[] {
  return pairs.flatMap(({ declaration, status, after: made, pathAfter }) => {
    const secrets = Object.entries(declaration.fields).filter(
      ([, field]) => behaves(field, 'sensitive') && behaves(field, 'outputOnly'),
    );
    if (made === undefined || status === 'kept' || status === 'forgotten' || secrets.length === 0) return [];
    return [
      {
        id: 'secret-created',
        severity: 'low',
        subject: pathAfter ?? made.key,
        reason: `The new ${kindInWords(declaration)} has a secret (${secrets.map(([name]) => name).join(', ')}), ${keptWhere(declaration, made)}.`,
        ...declaredAt(made.instances[0]),
      },
    ];
  });
}

function keptWhere({ seals }: Declaration, { instances: [instance] }: PlatformObject): string {
  if (seals === undefined || instance === undefined) return 'which will stand in the state';
  const name = snakeCase(seals.recipient);
  const recipient = attribute(instance.values, name);
  return recipient === undefined
    ? `which nobody will know, since ${name} is not set`
    : `which the state will hold, encrypted for the key in ${name}`;
}

export function protectionOff({ pairs }: Analysis): Finding[] {
  return pairs.flatMap(({ before, after, pathAfter, declaration }) => {
    const [was, is] = [before?.instances[0], after?.instances[0]];
    if (was === undefined || is === undefined || !is.isManaged) return [];
    const isProtected = (values: typeof was.values) => attribute(values, 'deletion_protection') === true;
    if (!isProtected(was.values) || isProtected(is.values)) return [];
    return [
      {
        id: 'protection-off',
        severity: 'medium',
        subject: pathAfter ?? is.key,
        reason: `The ${kindInWords(declaration)} ${pathAfter ?? is.key} is no longer protected from deletion.`,
        ...declaredAt(is),
      },
    ];
  });
}
