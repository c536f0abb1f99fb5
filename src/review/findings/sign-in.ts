/** Findings about sign-in: everyone who signs in through an identity provider has its default role. */
import type { Values } from '../../model/api';
import { externalGroupRoleMapping, identityProvider } from '../../model/kinds';
import { findPublicProvider } from '../../access/trust';
import { few } from '../../base/text/words';
import { findExternalGroup, findIdentityProvider } from '../access/external-groups';
import type { Analysis } from '../access/analysis';
import { isUndeclaredIssuer } from '../access/person-issuers';
import { attribute, isSensitive } from '../input/plan/values';
import type { ObjectMatch } from '../organization/object-matches';
import { SENSITIVE, type Instance } from '../organization/objects/objects';
import { readSignIn } from '../organization/objects/sign-in';
import { describeCreatedGrant, grantFacts } from './shared/evidence';
import { describeHiddenGrants } from './import-overwrites';
import { declaredAt, type Finding } from './shared/finding';
import { isRefused } from './grant-refused';

/** Reports identity providers that admit other people than before, or give them another role. */
export function signInOpened(analysis: Analysis): Finding[] {
  const { matches, after } = analysis;
  return matches.flatMap(({ declaration, status, before, after: made, pathAfter }) => {
    if (declaration !== identityProvider || made === undefined || status === 'forgotten') return [];
    if (isRefused(after.graph, made.key)) return [];
    const [instance] = made.instances;
    const was = before?.instances[0];
    const changed = changedParts({ before, after: made });
    if (status === 'kept' && was !== undefined && changed.length === 0) return [];
    const { grant, gives, isWrite } = describeCreatedGrant(after, made.key);
    const provider = findPublicProvider(findOidc(instance)?.['issuer']);
    // Other people sign in, or are in the external groups: they have the grants of mappings that no plan shows, too.
    const isOther = status === 'kept' && changed.some((name) => name !== 'default_role');
    const mapped = isOther || status !== 'kept' ? findKeptMappings(analysis, made.key) : [];
    const hidden = isOther
      ? describeHiddenGrants(analysis, { declaration, uid: made.key })
      : { isHidden: false, text: '' };
    const isSameIssuer = status === 'kept' && !changed.includes('oidc.issuer');
    const stranger = isSameIssuer ? '' : describeStranger(instance, analysis);
    const everyone =
      provider === undefined
        ? ''
        : ` Everyone with ${isSensitive(instance.sensitive, 'oidc', 'issuer') ? 'an account at a public provider' : provider} can sign in.`;
    return [
      {
        id: 'sign-in-opened',
        severity:
          isWrite ||
          mapped.some(({ isWrite: writes }) => writes) ||
          provider !== undefined ||
          hidden.isHidden ||
          stranger !== ''
            ? 'high'
            : 'medium',
        subject: pathAfter ?? made.key,
        reason: `Everyone who signs in through ${getIssuer(instance)} has ${gives}.${changed.length > 0 ? ` This plan changes ${few(changed)}.` : ''}${everyone}${describeGroupsClaim(instance)}${describeMappings(mapped)}${hidden.text}${stranger}`,
        quoted: mapped.flatMap(({ grant: given }) => given?.name ?? []),
        evidence: [
          grantFacts(grant),
          ...signInFacts(instance),
          changed,
          ...mapped.map(({ grant: given }) => grantFacts(given)),
        ],
        ...declaredAt(instance),
      },
    ];
  });
}

/** Returns the sentence about an issuer that nothing declares: its people would vouch for further people of it. */
function describeStranger(instance: Instance, analysis: Analysis): string {
  const value = isHidden(instance, 'issuer') ? undefined : findOidc(instance)?.['issuer'];
  const issuer = typeof value === 'string' ? value : undefined;
  // Another sentence reports who can sign in: such an issuer is nobody's own.
  if (findPublicProvider(issuer) !== undefined || !isUndeclaredIssuer(issuer, analysis)) return '';
  if (issuer === undefined) return ' It is unknown whether the issuer is yours.';
  return ` Nothing declares this issuer. Only if it is yours, add ${JSON.stringify(issuer)} to "trustedIssuers".`;
}

/** Returns the grants of mappings that exist already: other people are in their groups from now on. */
function findKeptMappings({ matches, after }: Analysis, provider: string) {
  const kept = new Set(matches.flatMap(({ status, after: made }) => (status === 'kept' ? (made?.key ?? []) : [])));
  return after.graph.grants
    .filter((grant) => grant.provider === provider && kept.has(grant.key))
    .map(({ key }) => describeCreatedGrant(after, key))
    .sort((a, b) => Number(b.isWrite) - Number(a.isWrite));
}

function describeMappings(mapped: ReturnType<typeof findKeptMappings>): string {
  if (mapped.length === 0) return '';
  const groups = mapped.map(
    ({ grant, gives }) => `${grant?.name ?? 'of a mapping'} (${gives.replace('the role ', '')})`,
  );
  return ` Other people can be in ${mapped.length === 1 ? 'the external group' : 'the external groups'} ${few(groups)}.`;
}

/** Returns the issuer, the client and the groups claim: they decide who can sign in and who has further roles. */
function signInFacts(instance: Instance): unknown[] {
  const oidc = findOidc(instance);
  return [oidc?.['issuer'], oidc?.['client_id'], oidc?.['groups_claim']];
}

function changedParts({ before, after }: Pick<ObjectMatch, 'before' | 'after'>): string[] {
  const [was, is] = [before?.instances[0], after?.instances[0]];
  if (was === undefined || is === undefined) return [];
  const [decided, decides] = [getDecisiveFields(was), getDecisiveFields(is)];
  return [...decides].filter(([name, text]) => decided.get(name) !== text).map(([name]) => name);
}

/** Reports mappings that give a role to other people than before, or another role. */
export function externalGroupMapped({ matches, after, organization }: Analysis): Finding[] {
  return matches.flatMap(({ declaration, status, after: made, pathAfter }) => {
    if (declaration !== externalGroupRoleMapping || made === undefined) return [];
    if (status === 'kept' || status === 'forgotten' || isRefused(after.graph, made.key)) return [];
    const [instance] = made.instances;
    const { grant, gives, isWrite } = describeCreatedGrant(after, made.key);
    const external = findExternalGroup(instance);
    const provider = findIdentityProvider(organization.after, instance);
    const people = external === undefined ? 'an external group (sensitive)' : `the external group "${external}"`;
    return [
      {
        id: 'sign-in-opened',
        severity: isWrite ? 'high' : 'medium',
        subject: pathAfter ?? made.key,
        reason: `Anyone in ${people} has ${gives}. The identity provider${provider === undefined ? '' : ` "${provider}"`} decides who is in the group.`,
        quoted: [external, provider].filter((name) => name !== undefined),
        evidence: [grantFacts(grant), instance.values['external_group_id'], provider],
        ...declaredAt(instance),
      },
    ];
  });
}

/** Returns the attributes that decide who can sign in and which roles they have, with their values. */
function getDecisiveFields(instance: Instance): ReadonlyMap<string, string> {
  return new Map([['default_role', String(instance.values['default_role'])], ...readSignIn(instance).decisive]);
}

function findOidc({ values }: Instance): Values | undefined {
  return attribute(values, 'oidc') as Values | undefined;
}

/** Describes the groups claim: no list shows all mappings of its groups (contract A8). */
function describeGroupsClaim(instance: Instance): string {
  const claim = findOidc(instance)?.['groups_claim'];
  if (claim === undefined || claim === null || claim === '') return '';
  const name = isHidden(instance, 'groups_claim')
    ? `the claim ${SENSITIVE}`
    : typeof claim === 'string'
      ? `"${claim}"`
      : 'a claim that is unknown until apply';
  return ` The provider reads their groups from ${name}: mappings of these groups can give further roles.`;
}

function isHidden({ sensitive }: Instance, name: string): boolean {
  return isSensitive(sensitive, 'oidc', name);
}

function getIssuer(instance: Instance): string {
  const issuer = isHidden(instance, 'issuer') ? SENSITIVE : findOidc(instance)?.['issuer'];
  return typeof issuer === 'string' ? issuer : 'an issuer that is unknown until apply';
}
