/**
 * Finds people whom a program can refer to only by uid: a look-up of their account gives another identity than their roles name, or
 * would have the address of another look-up.
 */
import type { Client } from '../../client';
import { isFatal } from '../../client/internal';
import { toAccountName } from '../../base/text/terraform-name';
import { adoptedObjects, type AdoptedOrganization, type Target } from './model';

type Person = Extract<Target, { is: 'person' }>;

/**
 * Looks up each person once, as a plan of the project does. Returns the uids of the people whom the project refers to by uid, with the
 * reason.
 *
 * @throws the errors of the client if the service is unreachable or rejects the token
 */
export async function peopleByUid(
  client: Pick<Client, 'lookupIdentity'>,
  organization: AdoptedOrganization,
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const targets = adoptedObjects(organization).flatMap(({ references }) => Object.values(references));
  const people = new Map(targets.filter((target) => target.is === 'person').map((target) => [target.uid, target]));
  const checked = await Promise.all(
    [...people.values()].map(async (person) => ({ person, isFound: await leadsTo(client, person, signal) })),
  );
  const reasons = new Map<string, string>();
  const names = new Map<string, Person>();
  for (const { person, isFound } of checked.sort((a, b) => (a.person.uid < b.person.uid ? -1 : 1))) {
    const name = toAccountName(person);
    const same = names.get(name);
    if (!isFound) reasons.set(person.uid, 'the look-up of the account does not return this identity');
    else if (same === undefined) names.set(name, person);
    else reasons.set(person.uid, `the account of the person ${same.uid} has the same address in Terraform`);
  }
  return reasons;
}

async function leadsTo(
  client: Pick<Client, 'lookupIdentity'>,
  { issuer, subject, uid }: Person,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  try {
    return (await client.lookupIdentity(issuer, subject, { signal })) === uid;
  } catch (error) {
    signal?.throwIfAborted();
    if (isFatal(error)) throw error;
    return false;
  }
}
