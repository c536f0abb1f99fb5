/** The changes of one or two objects that the small scope covers. */

export type Config = Record<string, unknown>;

/** An object: its configuration before and after the change; `undefined` if it is not declared. */
export interface Declared {
  readonly type: string;
  readonly before: ((uids: Uids) => Config) | undefined;
  readonly after: ((uids: Uids) => Config) | undefined;
}

/** The objects that exist before a scenario. */
export interface Existing {
  /** Groups in the root group. */
  readonly places: readonly string[];
  /** Identity providers in the root group. */
  readonly providers: readonly string[];
  readonly root: string;
  /** A built-in role. */
  readonly role: string;
}

export interface Uids extends Existing {
  /** The first object of the scenario. */
  readonly parent: string;
}

const identity = (group_uid: string, description: string, rotation?: string): Config => ({
  group_uid,
  name: 'child',
  description,
  rotate_on: rotation === undefined ? null : { rotation },
  claim_match: { issuer: 'https://issuer.example', subject: description },
});
const group = (parent_uid: string, description: string): Config => ({ parent_uid, name: 'parent', description });

const mapping = ({ role, root }: Uids, identity_provider_uid: string, external_group_id: string): Config => ({
  ...{ identity_provider_uid, external_group_id, role_uid: role, scope_uid: root },
});
const signIn = ({ root, role }: Uids, description: string): Config => ({
  ...{ group_uid: root, name: 'parent', description, default_role: role },
  oidc: { issuer: 'https://parent.example', client_id: 'x', pkce_enabled: true },
});

type Form = [place: number, text: string, rotation?: string];

const child = (before?: Form, after?: Form): Declared => {
  const configOf = (form: Form | undefined) =>
    form && ((uids: Uids) => identity(uids.places[form[0]]!, form[1], form[2]));
  return { type: 'platform_identity', before: configOf(before), after: configOf(after) };
};
const parent = (before?: [place: number, text: string], after?: [place: number, text: string]): Declared => {
  const configOf = (form: [number, string] | undefined) =>
    form && ((uids: Uids) => group(uids.places[form[0]]!, form[1]));
  return { type: 'platform_group', before: configOf(before), after: configOf(after) };
};
const inside = (before?: string, after?: string): Declared => {
  const configOf = (text: string | undefined) =>
    text === undefined ? undefined : (uids: Uids) => identity(uids.parent, text);
  return { type: 'platform_identity', before: configOf(before), after: configOf(after) };
};

const mapped = (before?: [provider: number, text: string], after?: [provider: number, text: string]): Declared => {
  const configOf = (form: [number, string] | undefined) =>
    form && ((uids: Uids) => mapping(uids, uids.providers[form[0]]!, form[1]));
  return { type: 'platform_external_group_role_mapping', before: configOf(before), after: configOf(after) };
};
const provider = (before?: string, after?: string): Declared => {
  const configOf = (text: string | undefined) => (text === undefined ? undefined : (uids: Uids) => signIn(uids, text));
  return { type: 'platform_identity_provider', before: configOf(before), after: configOf(after) };
};
const mappedInside = (before?: string, after?: string): Declared => {
  const configOf = (text: string | undefined) =>
    text === undefined ? undefined : (uids: Uids) => mapping(uids, uids.parent, text);
  return { type: 'platform_external_group_role_mapping', before: configOf(before), after: configOf(after) };
};

export const scenarios: Readonly<Record<string, readonly Declared[]>> = {
  'create an object': [child(undefined, [0, 'new'])],
  'update an object': [child([0, 'old'], [0, 'new'])],
  'replace an object': [child([0, 'old'], [1, 'new'])],
  'rotate an object': [child([0, 'old', 'q3'], [0, 'old', 'q4'])],
  'delete an object': [child([0, 'old'], undefined)],
  'create a mapping': [mapped(undefined, [0, 'new'])],
  'replace a mapping': [mapped([0, 'old'], [0, 'new'])],
  'move a mapping to another identity provider': [mapped([0, 'old'], [1, 'old'])],
  'delete a mapping': [mapped([0, 'old'], undefined)],
  'create an identity provider and a mapping': [provider(undefined, 'new'), mappedInside(undefined, 'new')],
  'delete an identity provider and a mapping': [provider('old', undefined), mappedInside('old', undefined)],
  'create a parent and a child': [parent(undefined, [0, 'new']), inside(undefined, 'new')],
  'update a parent and a child': [parent([0, 'old'], [0, 'new']), inside('old', 'new')],
  'replace a parent and a child': [parent([0, 'old'], [1, 'new']), inside('old', 'new')],
  'delete a parent and a child': [parent([0, 'old'], undefined), inside('old', undefined)],
};
