/** The trust of identities, in the words of its platform. */
import { isObject, type Values } from '../../model/api';
import { awsIdentityMatch, tokenMatch, type AwsIdentityFields, type ClaimMatchFields } from '../../access/claims';
import { findOwners, findTrustData } from '../../access/trust';
import type { TrustOf } from '../formats/typescript/scope';
import { adoptedObjects, type Organization } from '../organization/model';

/** Finds the trust of identities. People sign in with the issuers of the identity providers, and of the people with roles. */
export function createTrustFinder(organization: Organization): TrustOf {
  const objects = adoptedObjects(organization);
  const issuers = objects.flatMap(({ values, references }) => [
    ...Object.values(references).flatMap((target) => (target.is === 'person' ? [target.issuer] : [])),
    ...('oidc' in values ? [String((values['oidc'] as Values)['issuer'])] : []),
  ]);
  const signInIssuers = [...new Set(issuers)];
  return ({ values }) => {
    const data = findTrustData(values, { signInIssuers });
    const [entry] = Object.entries<unknown>(data ?? {});
    return entry === undefined ? undefined : { platform: entry[0], props: entry[1] as Values };
  };
}

/** Returns the owners of the workloads that the identities accept, as the rules of the organization declare them. */
export function listTrustedOwners(organization: Organization): readonly string[] {
  const matches = adoptedObjects(organization).flatMap(({ values: { claimMatch, awsIdentity } }) => [
    ...(isObject(claimMatch) ? [tokenMatch(claimMatch as ClaimMatchFields)] : []),
    ...(isObject(awsIdentity) ? [awsIdentityMatch(awsIdentity as unknown as AwsIdentityFields)] : []),
  ]);
  return [...new Set(matches.flatMap((match) => findOwners(match)))].sort();
}
