/** Finds people whom a program can refer to only by uid: a look-up of their account gives another identity than their roles name. */
import type { Client } from '../../client';
import { isFatal } from '../../client/find/complete-list';
import { adoptedObjects, type Organization, type Target } from './model';

type Person = Extract<Target, { is: 'person' }>;

/**
 * Looks up each person once, as a plan of the project does. Returns the uids of the people whose look-up fails or gives another
 * identity.
 *
 * @throws the errors of the client if the service is unreachable or rejects the token
 */
export async function peopleByUid(
  client: Pick<Client, 'lookupIdentity'>,
  organization: Organization,
): Promise<ReadonlySet<string>> {
  const targets = adoptedObjects(organization).flatMap(({ references }) => Object.values(references));
  const people = new Map(targets.filter((one) => one.is === 'person').map((one) => [one.uid, one]));
  const checked = await Promise.all(
    [...people.values()].map(async (person) => ((await leadsTo(client, person)) ? [] : [person.uid])),
  );
  return new Set(checked.flat());
}

async function leadsTo(client: Pick<Client, 'lookupIdentity'>, { issuer, subject, uid }: Person): Promise<boolean> {
  try {
    return (await client.lookupIdentity(issuer, subject)) === uid;
  } catch (error) {
    if (isFatal(error)) throw error;
    return false;
  }
}
