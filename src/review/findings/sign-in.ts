/** Findings about who can sign in to an organization, which is who has the default role of its identity provider. */
import { identityProvider } from '../../resources';
import { isOwnersOwn } from '../access-lines';
import type { Analysis } from '../analysis';
import { declaredAt, type Finding } from '../finding';
import type { Instance } from '../organization/objects';
import { attribute } from '../plan/values';

/** Other people can sign in than before, or there is another role for whoever does. */
export function signInOpened({ pairs, after }: Analysis): Finding[] {
  return pairs.flatMap(({ declaration, status, before, after: made, pathAfter }) => {
    if (declaration !== identityProvider || made === undefined || status === 'forgotten') return [];
    const [instance] = made.instances;
    const was = before?.instances[0];
    if (status === 'kept' && was !== undefined && decides(was) === decides(instance)) return [];
    const grant = after.graph.grants.find(({ key }) => key === made.key);
    const gives = grant === undefined ? 'a role that is not known yet' : `${grant.role.path} in ${grant.group.path}`;
    const isOwner = grant === undefined || grant.role.holdsUnknown || grant.role.capabilities.some(isOwnersOwn);
    return [
      {
        id: 'sign-in-opened',
        severity: isOwner ? 'high' : 'medium',
        subject: pathAfter ?? made.key,
        reason: `Whoever signs in by ${issuerOf(instance)} has ${gives}${status === 'kept' ? '; it was otherwise until now' : ''}.`,
        ...declaredAt(instance),
      },
    ];
  });
}

/** Who can sign in, and what they have then. */
function decides({ values }: Instance): string {
  const oidc = attribute(values, 'oidc') as Readonly<Record<string, unknown>> | undefined;
  return JSON.stringify([values['default_role'], oidc?.['issuer'], oidc?.['client_id']].map(String));
}

function issuerOf({ values }: Instance): string {
  const issuer = (attribute(values, 'oidc') as Readonly<Record<string, unknown>> | undefined)?.['issuer'];
  return typeof issuer === 'string' ? issuer : 'an issuer that is not known yet';
}
