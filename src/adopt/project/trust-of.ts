/** The trust of identities, in the words of its platform. */
import type { Values } from '../../api';
import { trustDataOf } from '../../trust';
import type { TrustOf } from '../formats/typescript/scope';
import { adoptedObjects, type Organization } from '../organization/model';

/** Finds the trust of identities. People sign in with the issuers of the identity providers, and of the people with roles. */
export function trustOf(organization: Organization): TrustOf {
  const objects = adoptedObjects(organization);
  const issuers = objects.flatMap(({ values, references }) => [
    ...Object.values(references).flatMap((target) => (target.is === 'person' ? [target.issuer] : [])),
    ...('oidc' in values ? [String((values['oidc'] as Values)['issuer'])] : []),
  ]);
  const signInIssuers = [...new Set(issuers)];
  return ({ values }) => {
    const data = trustDataOf(values, { signInIssuers });
    const [entry] = Object.entries<unknown>(data ?? {});
    return entry === undefined ? undefined : { platform: entry[0], props: entry[1] as Values };
  };
}
