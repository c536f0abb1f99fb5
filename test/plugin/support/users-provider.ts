/** A provider whose users have an identity, can be listed, and are described by generated configuration. */
import {
  bool,
  nested,
  nestedSet,
  schema,
  str,
  type Listed,
  type ListResource,
  type Provider,
  type Resource,
  type Schema,
} from '../../../src/plugin';

export interface UsersProvider extends Provider<Schema, object> {
  /** The objects that the list finds. A function runs instead, so that it can throw or warn. */
  found: Listed[] | ListResource<Schema, object>['list'];
  /** The arguments of the last list call. */
  asked: { limit: number; includeResource: boolean } | undefined;
  /** Takes the place of the handlers of `id_user`. */
  override: Partial<Resource<Schema, object>>;
}

export function createUsersProvider(): UsersProvider {
  const user: Resource<Schema, object> = {
    schema: schema({
      attributes: {
        id: str({ mode: 'computed', useStateForUnknown: true }),
        org: str({ mode: 'required', requiresReplace: true }),
        name: str({ mode: 'optional' }),
        password: str({ mode: 'optional', writeOnly: true }),
        pin: str({ mode: 'optional', sensitive: true }),
        nick: str({ mode: 'optional', deprecated: 'Use name.' }),
        policy: str({ mode: 'optional' }),
        locked: bool({ mode: 'optional+computed', default: false }),
        rights: nestedSet({ on: str({ mode: 'required' }), since: str({ mode: 'computed' }) }, { mode: 'optional' }),
        address: nested({ town: str({ mode: 'optional' }), seen: bool({ mode: 'computed' }) }, { mode: 'optional' }),
      },
      blocks: {
        rule: { nesting: 'list', attributes: { run: str({ mode: 'required' }), at: str({ mode: 'computed' }) } },
        old: { nesting: 'list', attributes: { x: str({ mode: 'optional' }) }, deprecated: 'Use rule.' },
      },
    }),
    validate({ config, diags }) {
      if (config['name'] === 'nobody') diags.error('Bad name', 'nobody is nobody.');
    },
    create: async ({ plan }) => ({ ...plan, id: 'u1' }),
    read: async ({ state }) => state,
    update: async ({ plan }) => plan,
    delete: async () => undefined,
    importState: async ({ id, identity }) => ({ id: identity?.['id'] ?? id, org: 'acme' }),
    identity: {
      version: 1,
      attributes: {
        org: { type: 'string', optionalForImport: true, description: 'Its organization.' },
        id: { type: 'string' },
      },
      of: (state) => ({ org: state['org'], id: state['id'] }),
      upgrade: { 0: (identity) => ({ org: 'acme', id: identity['uid'] }) },
    },
  };
  const provider: UsersProvider = {
    name: 'id',
    address: 'example.com/test/id',
    version: '0.0.1',
    schema: { attributes: {} },
    configure: () => ({}),
    found: [],
    asked: undefined,
    override: {},
    get resources() {
      return { id_user: { ...user, ...provider.override } };
    },
    listResources: {
      id_user: {
        schema: schema({ attributes: { prefix: str({ mode: 'required' }) } }),
        async *list(context) {
          provider.asked = { limit: context.limit, includeResource: context.includeResource };
          yield* typeof provider.found === 'function' ? provider.found(context) : provider.found;
        },
      },
    },
  };
  return provider;
}

/** A stored user: what is not given is null. */
export function userState(values: Record<string, unknown>): Record<string, unknown> {
  const nothing = {
    id: null,
    org: 'acme',
    name: null,
    password: null,
    pin: null,
    nick: null,
    policy: null,
    locked: null,
  };
  return { ...nothing, rights: null, address: null, rule: [], old: [], ...values };
}
