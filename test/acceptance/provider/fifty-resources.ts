/** A configuration of fifty resources of all kinds, and the comparison of its state with the objects of the service. */
import { declarations } from '../../../src/model/kinds';
import { type Declaration, offers, typeName } from '../../../src/model/schema';
import { header, type Stage } from './stage';

/** Returns groups, and one object of each other kind in most of them. Kinds of root groups are in the root group. */
export const fiftyResources = (rootGroupUid: string, description: string, block = ''): string => `${header}
provider "platform" {
  ${block}
}
resource "platform_group" "group" {
  count       = 8
  parent_uid  = "${rootGroupUid}"
  name        = "group \${count.index}"
  description = "${description}"
}
resource "platform_identity" "identity" {
  count       = 8
  group_uid   = platform_group.group[count.index].uid
  name        = "identity"
  description = "${description}"
  claim_match = {
    issuer  = "https://issuer.example"
    subject = "s \${count.index}"
  }
}
resource "platform_role" "role" {
  count        = 8
  group_uid    = platform_group.group[count.index].uid
  name         = "role"
  description  = "${description}"
  capabilities = ["groups.list"]
}
resource "platform_role_binding" "binding" {
  count        = 7
  group_uid    = platform_group.group[count.index].uid
  identity_uid = platform_identity.identity[count.index].uid
  role_uid     = platform_role.role[count.index].uid
}
resource "platform_account_association" "association" {
  count       = 6
  group_uid   = platform_group.group[count.index].uid
  name        = "clouds"
  description = "${description}"
  amazon      = { account = "123456789012" }
}
resource "platform_group_invite" "invite" {
  count     = 5
  group_uid = platform_group.group[count.index].uid
  role_uid  = platform_role.role[count.index].uid
  email     = "person-\${count.index}@example.com"
  ttl       = "86400s"
}
data "platform_role" "viewer" {
  name = "viewer"
}
resource "platform_identity_provider" "provider" {
  group_uid    = "${rootGroupUid}"
  name         = "provider"
  description  = "${description}"
  default_role = data.platform_role.viewer.uid
  oidc = {
    issuer       = "https://login.example.com"
    client_id    = "platform"
    pkce_enabled = true
  }
}
resource "platform_external_group_role_mapping" "mapping" {
  count                 = 7
  identity_provider_uid = platform_identity_provider.provider.uid
  external_group_id     = "engineers"
  role_uid              = platform_role.role[count.index].uid
  scope_uid             = platform_group.group[count.index].uid
}
`;

/** The resources of {@link fiftyResources} that have a description. */
export const DESCRIBED = 31;

/** Returns kind and uid of each object of the service, sorted. */
export async function objectsOf(stage: Pick<Stage, 'snapshot'>): Promise<string[]> {
  return objectsIn(await stage.snapshot()).sort();
}

const kinds = new Map(declarations.map((declaration) => [declaration.collection, declaration]));

function objectsIn(tree: object, parent?: unknown): string[] {
  return Object.entries(tree).flatMap(([collection, objects]) => {
    const declaration = kinds.get(collection);
    if (declaration === undefined || !offers(declaration, 'create') || !Array.isArray(objects)) return [];
    return objects.flatMap((object: Readonly<Record<string, unknown>>) => {
      const uid = declaration.uidScheme === 'parentUid' ? parent : object['uid'];
      return [line(declaration, uid), ...objectsIn(object, uid)];
    });
  });
}

/** Returns kind and uid of each resource in the state, sorted. */
export async function objectsInState({ tf }: Pick<Stage, 'tf'>): Promise<string[]> {
  const resources = (await tf.state()).values?.root_module.resources ?? [];
  const managed = resources.filter(({ mode }) => mode === 'managed');
  return managed
    .map(({ type, values }) => {
      const declaration = declarations.find((candidate) => typeName(candidate) === type);
      return declaration === undefined ? type : line(declaration, values['uid'] ?? values['group_uid']);
    })
    .sort();
}

function line({ kind }: Declaration, uid: unknown): string {
  return `${kind} ${String(uid)}`;
}
