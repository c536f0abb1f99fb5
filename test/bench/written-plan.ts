/**
 * Plans of any size, in the format of `terraform show -json` (rows for unchanged resources, the prior state, the
 * configuration in JSON syntax), because Terraform itself takes minutes for some of these.
 */
import { markAsReviewPlan } from '../../src/review';

/** The planned changes of an organization with this many resources. */
export type Planned = 'first apply' | 'small change' | 'mass change' | 'update of all';

type Json = Readonly<Record<string, unknown>>;

interface Resource {
  readonly type: string;
  readonly name: string;
  readonly values: Json;
  /** Attributes that refer to others, as expressions. */
  readonly expressions: Json;
  /** Afterwards, if it changes; `undefined` if it goes. */
  readonly after?: Json | undefined;
}

const provider = 'platform-iac.internal/npm/platform';
const ROOT = 'ac3e'.repeat(10);
const GITHUB = 'https://token.actions.githubusercontent.com';
const GITLAB = 'https://gitlab.com';

const digits = (index: number, kind: string) => kind + index.toString(16).padStart(15, '0');
const roleUid = (index: number) => (index + 1).toString(16).padStart(40, 'b');
const builtIn: readonly (readonly [string, readonly string[]])[] = [
  ['viewer', ['groups.list', 'identity.list', 'role_bindings.list', 'roles.list', 'repo.list', 'repo.blobs.get']],
  ['editor', ['groups.list', 'identity.list', 'repo.list', 'repo.create', 'repo.update', 'repo.delete', 'tag.create']],
  ['owner', ['groups.create', 'groups.update', 'identity.create', 'identity.update', 'role_bindings.create']],
];

/** Most identities accept one workload, word for word; a fifth has patterns or other issuers. */
function wayOf(index: number, isWider: boolean): Json {
  const repository = `acme-${index % 7}/app-${index}`;
  const github = (rest: Json) => ({ claim_match: { issuer: GITHUB, ...rest } });
  const gitlab = (rest: Json) => ({ claim_match: { issuer: GITLAB, ...rest } });
  if (isWider) return github({ subject_pattern: `^repo:${repository}:.+$` });
  switch (index % 25) {
    case 0:
      return github({ subject_pattern: `^repo:${repository}:ref:refs/heads/.+$` });
    case 5:
      return github({ subject_pattern: `^repo:${repository}:ref:refs/tags/v[0-9]+(\\.[0-9]+)*$` });
    case 10:
      return gitlab({ subject: `project_path:${repository}:ref_type:branch:ref:main` });
    case 15:
      return gitlab({ subject_pattern: `^project_path:${repository}:ref_type:branch:ref:(main|release/.+)$` });
    case 20:
      return {
        claim_match: {
          issuer: `https://oidc.eks.eu-central-1.amazonaws.com/id/${digits(index, '').toUpperCase().repeat(3).slice(0, 32)}`,
          subject: `system:serviceaccount:app-${index}:deploy`,
        },
      };
    default:
      return github({ subject: `repo:${repository}:ref:refs/heads/main` });
  }
}

/** Each workload moves to another repository. */
function movedWayOf(index: number): Json {
  return JSON.parse(JSON.stringify(wayOf(index, false)).replaceAll(`app-${index}`, `service-${index}`)) as Json;
}

function* organization(total: number, planned: Planned): Iterable<Resource> {
  const groups = Math.ceil(total / 10);
  const roles = Math.ceil(total / 50);
  const bindings = Math.floor((total - groups - roles) / 2);
  const identities = total - groups - roles - bindings;
  const every = planned === 'mass change' ? 10 : total;
  const isUpdate = planned === 'update of all';
  const changes = (index: number) => isUpdate || (planned !== 'first apply' && index % every === 1);

  // Three levels: ten departments, then teams, then what each team has.
  const groupUids: string[] = [];
  for (let index = 0; index < groups; index++) {
    const parent = index < 10 ? undefined : index < 110 ? index % 10 : 10 + (index % 100);
    const uid = `${parent === undefined ? ROOT : groupUids[parent]}/${digits(index, 'a')}`;
    groupUids.push(uid);
    const values = { uid, name: `group ${index}`, parent_uid: uid.slice(0, uid.lastIndexOf('/')), description: null };
    yield {
      type: 'platform_group',
      name: `g${index}`,
      values,
      expressions: { parent_uid: parent === undefined ? ROOT : `\${platform_group.g${parent}.uid}` },
      ...(isUpdate && { after: { ...values, description: `The group ${index}.` } }),
    };
  }
  for (let index = 0; index < roles; index++) {
    const capabilities = ['groups.list', 'repo.list', ...(index % 2 === 0 ? ['repo.create'] : ['tag.create'])];
    const values = { uid: `${ROOT}/${digits(index, 'c')}`, name: `role ${index}`, group_uid: ROOT, capabilities };
    yield {
      type: 'platform_role',
      name: `r${index}`,
      values,
      expressions: { group_uid: ROOT },
      ...(changes(index) && { after: { ...values, capabilities: [...capabilities, 'repo.delete'] } }),
    };
  }
  for (let index = 0; index < identities; index++) {
    const group = index % groups;
    const values = {
      uid: `${groupUids[group]}/${digits(index, 'd')}`,
      name: `ci ${index}`,
      group_uid: groupUids[group],
    };
    yield {
      type: 'platform_identity',
      name: `i${index}`,
      values: { ...values, ...wayOf(index, false) },
      expressions: { group_uid: `\${platform_group.g${group}.uid}` },
      ...(changes(index) && { after: { ...values, ...(isUpdate ? movedWayOf(index) : wayOf(index, true)) } }),
    };
  }
  for (let index = 0; index < bindings; index++) {
    const [group, who, custom] = [
      (index * 7) % groups,
      index % identities,
      index % 3 === 0 ? index % roles : undefined,
    ];
    const name = index % 50 === 0 ? 2 : index % 2;
    const [role, roleExpression] =
      custom === undefined
        ? [roleUid(name), `\${data.platform_role.${builtIn[name]?.[0]}.uid}`]
        : [`${ROOT}/${digits(custom, 'c')}`, `\${platform_role.r${custom}.uid}`];
    const identityUid = `${groupUids[who % groups]}/${digits(who, 'd')}`;
    const uid = `${groupUids[group]}/${digits(index, 'e')}`;
    const values = { uid, group_uid: groupUids[group], identity_uid: identityUid, role_uid: role };
    yield {
      type: 'platform_role_binding',
      name: `b${index}`,
      values,
      expressions: {
        group_uid: `\${platform_group.g${group}.uid}`,
        identity_uid: `\${platform_identity.i${who}.uid}`,
        role_uid: roleExpression,
      },
      ...(changes(index) && { after: isUpdate ? { ...values, role_uid: roleUid((name + 1) % 2) } : undefined }),
    };
  }
}

/** The plan and its review plan with all uids known. */
export function writtenPlans(total: number, planned: Planned): { readonly plan: string; readonly reviewPlan: string } {
  const isFirst = planned === 'first apply';
  const all = [...organization(total, planned)];
  const data = [
    instance('data', 'platform_group', 'acme', { uid: ROOT, name: 'acme', parent_uid: null }),
    ...builtIn.map(([name, capabilities], index) =>
      instance('data', 'platform_role', name, { uid: roleUid(index), name, group_uid: null, capabilities }),
    ),
  ];
  const managed = ({ type, name, values }: Resource) => instance('managed', type, name, values);
  const document = (isReview: boolean) =>
    JSON.stringify({
      format_version: '1.2',
      terraform_version: '1.11.4',
      planned_values: { root_module: { resources: all.filter(isKept).map(managed) } },
      resource_changes: all.map((resource) => change(resource, isFirst, isReview)),
      prior_state: { values: { root_module: { resources: [...data, ...(isFirst ? [] : all.map(managed))] } } },
      configuration: { root_module: { resources: [...data, ...all].map(block) } },
      complete: true,
      applyable: true,
      errored: false,
    });
  return { plan: document(false), reviewPlan: markAsReviewPlan(document(true)) };
}

function instance(mode: 'managed' | 'data', type: string, name: string, values: Json) {
  const address = `${mode === 'data' ? 'data.' : ''}${type}.${name}`;
  return { address, mode, type, name, provider_name: provider, schema_version: 0, values, sensitive_values: {} };
}

function isKept(resource: Resource): boolean {
  return !('after' in resource) || resource.after !== undefined;
}

function change(resource: Resource, isFirst: boolean, isReview: boolean): Json {
  const { address, mode, type, name, provider_name } = instance(
    'managed',
    resource.type,
    resource.name,
    resource.values,
  );
  const rest = { address, mode, type, name, provider_name };
  const sensitive = { before_sensitive: isFirst ? false : {}, after_sensitive: {} };
  if (!isFirst) {
    const after = 'after' in resource ? (resource.after ?? null) : resource.values;
    const actions = ['after' in resource ? (resource.after === undefined ? 'delete' : 'update') : 'no-op'];
    return { ...rest, change: { actions, before: resource.values, after, after_unknown: {}, ...sensitive } };
  }
  if (isReview) {
    const after = JSON.parse(JSON.stringify(resource.values).replace(/\/[acde](\w{15})/g, placeholder)) as Json;
    return { ...rest, change: { actions: ['create'], before: null, after, after_unknown: {}, ...sensitive } };
  }
  const isKnown = ([name, value]: [string, unknown]) =>
    name !== 'uid' && !String(resource.expressions[name] ?? value).startsWith('${platform_');
  const known = Object.entries(resource.values).filter(isKnown);
  const unknown = Object.keys(resource.values).filter((name) => !known.some(([other]) => name === other));
  return {
    ...rest,
    change: {
      actions: ['create'],
      before: null,
      after: Object.fromEntries(known),
      after_unknown: Object.fromEntries(unknown.map((name) => [name, true])),
      ...sensitive,
    },
  };
}

/** As the provider plans what it will create: eight zeros, then digits. Each kind has its own. */
function placeholder(segment: string, rest: string): string {
  return `/00000000${'acde'.indexOf(segment[1] ?? '')}${rest.slice(-7)}`;
}

function block(one: Resource | ReturnType<typeof instance>): Json {
  const mode = 'mode' in one ? one.mode : 'managed';
  const expressions = 'expressions' in one ? one.expressions : {};
  return {
    address: `${mode === 'data' ? 'data.' : ''}${one.type}.${one.name}`,
    mode,
    type: one.type,
    name: one.name,
    provider_config_key: 'platform',
    expressions: Object.fromEntries(
      Object.entries(expressions).map(([name, text]) => [name, { constant_value: text, references: [] }]),
    ),
    schema_version: 0,
  };
}
