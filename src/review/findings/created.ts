/** Findings about created secrets and invites, and about removed deletion protection. */
import { parseDurationMs, snakeCase } from '../../model/api';
import { behaves, type Declaration, kindInWords } from '../../model/schema';
import { groupInvite } from '../../model/kinds';
import type { GrantNode } from '../../access/graph';
import type { Analysis } from '../access/analysis';
import { declaredAt, type Finding } from './shared/finding';
import type { Instance, PlatformObject } from '../organization/objects/objects';
import { attribute, isSensitive, textAttribute } from '../input/plan/values';
import { describeCreatedGrant, grantFacts } from './shared/evidence';
import { isRefused } from './grant-refused';

/** Reports new invites: anyone who has the code can use the role. */
export function inviteCreated({ matches, after }: Analysis): Finding[] {
  return matches.flatMap(({ declaration, status, after: made, pathAfter }) => {
    if (declaration !== groupInvite || made === undefined || status === 'kept' || status === 'forgotten') return [];
    if (isRefused(after.graph, made.key)) return [];
    const [instance] = made.instances;
    const { grant, gives, isWrite } = describeCreatedGrant(after, made.key);
    const { recipient, lifetime, uses, isForAnyone } = describeTerms(instance);
    return [
      {
        id: 'invite-created',
        // An address that no path can contain can look like another one.
        severity:
          isWrite && (isForAnyone || (grant !== undefined && grant.recipient === undefined)) ? 'high' : 'medium',
        subject: pathAfter ?? made.key,
        reason: `The new invite gives ${gives} to ${recipient}, ${uses}, ${lifetime}.`,
        ...describeInvited(grant, { isForAnyone, uses, end: lifetime }),
        evidence: [grantFacts(grant), ...TERMS.map((name) => attribute(instance.values, name))],
        ...declaredAt(instance),
      },
    ];
  });
}

/** Returns the people behind an invite, and their role with its terms: an entry of a list has no other sentence. */
export function describeInvited(
  grant: GrantNode | undefined,
  { isForAnyone, uses, end }: { readonly isForAnyone: boolean; readonly uses: string; readonly end: string },
): Pick<Finding, 'holds' | 'identity' | 'group'> {
  if (grant === undefined) return {};
  const { identity, role, group } = grant;
  return {
    holds: `${role.path} in ${group.path}, ${isForAnyone ? 'for anyone with the code, ' : ''}${uses}, ${end}`,
    ...{ identity: identity.path, group: group.path },
  };
}

/** The attributes of an invite that decide who can use it, how often and for how long. */
const TERMS = ['email', 'single_use', 'ttl'];

/** Returns the recipient of an invite, and how often it can be used. */
export function recipientOfInvite({ values, sensitive }: Pick<Instance, 'values' | 'sensitive'>) {
  // A list shows an absent address as an empty text.
  const email = attribute(values, 'email') || undefined;
  const isSingleUse = attribute(values, 'single_use') === true;
  const known = typeof email === 'string' && !isSensitive(sensitive, 'email') ? email : undefined;
  return {
    recipient: email === undefined ? 'anyone who presents its code' : (known ?? 'one recipient (sensitive)'),
    uses: isSingleUse ? 'for a single use' : 'any number of times',
    isSingleUse,
    isForAnyone: email === undefined,
  };
}

/** Returns the recipient, the number of uses and the lifetime of an invite. */
function describeTerms(invite: Instance) {
  const { recipient, uses, isForAnyone } = recipientOfInvite(invite);
  const ttl = textAttribute(invite.values, 'ttl');
  const milliseconds = ttl === undefined ? undefined : parseDurationMs(ttl);
  return {
    ...{ recipient, uses, isForAnyone },
    lifetime: milliseconds === undefined ? 'for an unknown time' : `for ${durationText(milliseconds)}`,
  };
}

function durationText(milliseconds: number): string {
  const hours = milliseconds / 3_600_000;
  const [count, unit] = hours >= 48 ? [Math.floor(hours / 24), 'days'] : [Math.ceil(hours), 'hours'];
  return count === 1 ? '1 hour' : `${count} ${unit}`;
}

/** Reports secrets that the service creates and returns once. */
export function secretCreated({ matches }: Analysis): Finding[] {
  return matches.flatMap(({ declaration, status, after: made, pathAfter }) => {
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
        evidence: [secrets.map(([name]) => name), getRecipient(declaration, made)],
        ...declaredAt(made.instances[0]),
      },
    ];
  });
}

/** Returns the public key that encrypts the secret. */
function getRecipient({ terraform }: Declaration, { instances: [instance] }: PlatformObject): unknown {
  const secret = terraform?.encryptedSecret;
  return secret && attribute(instance.values, snakeCase(secret.recipient));
}

function keptWhere(declaration: Declaration, object: PlatformObject): string {
  const seals = declaration.terraform?.encryptedSecret;
  if (seals === undefined) return 'which the state will contain';
  const name = snakeCase(seals.recipient);
  return getRecipient(declaration, object) === undefined
    ? `which is lost, because ${name} is not set`
    : `which the state will contain, encrypted for the key in ${name}`;
}

export function protectionOff({ matches }: Analysis): Finding[] {
  return matches.flatMap(({ before, after, pathAfter, declaration }) => {
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
        evidence: [declaration.kind],
        ...declaredAt(is),
      },
    ];
  });
}
