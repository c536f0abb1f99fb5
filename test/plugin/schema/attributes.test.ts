import {
  type ApplyConfig,
  type Config,
  type Plan,
  type Provider,
  type Resource,
  type Schema,
  type State,
  UNKNOWN,
  block,
  isUnknown,
  list,
  map,
  nestedList,
  num,
  schema,
  str,
} from '../../../src/plugin';

const server = schema({
  version: 1,
  attributes: {
    name: str({ mode: 'required' }),
    size: num({ mode: 'optional+computed', default: 1 }),
    tags: map('string', { mode: 'optional' }),
    zones: list('string', { mode: 'optional' }),
    password: str({ mode: 'optional', writeOnly: true }),
    id: str({ mode: 'computed', useStateForUnknown: true }),
    disks: nestedList({ gb: num({ mode: 'required' }) }, { mode: 'optional' }),
  },
  blocks: { rule: block('list', { attributes: { port: num({ mode: 'required' }) } }) },
});
type Server = typeof server;

/** Compiles only if `A` and `B` are the same type. */
const sameType: <A, B>(...proof: [A] extends [B] ? ([B] extends [A] ? [] : [never]) : [never]) => void = () =>
  undefined;

const resource: Resource<Server, { url: string }> = {
  schema: server,
  async create({ plan, config, providerData }) {
    sameType<typeof config.password, string | null>();
    const size = isUnknown(plan.size) ? 0 : plan.size;
    return {
      name: config.name,
      size,
      tags: config.tags,
      zones: config.zones,
      password: null,
      id: providerData.url,
      disks: config.disks,
      rule: config.rule,
    };
  },
  async read({ state }) {
    return state;
  },
  async delete() {},
};

test('a schema written by hand types every view of it', () => {
  sameType<State<Server>['name'], string>();
  sameType<State<Server>['size'], number | null>();
  sameType<State<Server>['password'], null>();
  sameType<Config<Server>['id'], null>();
  sameType<ApplyConfig<Server>['password'], string | null>();
  sameType<State<Server>['rule'], { port: number }[]>();
  sameType<State<Server>['disks'], { gb: number }[] | null>();
  const plan: Partial<Plan<Server>> = { name: UNKNOWN, zones: ['a', UNKNOWN] };
  expect(isUnknown(plan.name)).toBe(true);
});

test('a schema known at run time only has records of unknown, and both kinds fit into one provider', () => {
  sameType<State<Schema>, Record<string, unknown>>();
  const provider: Provider<Schema, { url: string }> = {
    name: 'demo',
    address: 'example.com/acme/demo',
    version: '0.0.1',
    schema: { attributes: {} },
    configure: () => ({ url: 'x' }),
    resources: { demo_server: resource },
  };
  expect(Object.keys(provider.resources ?? {})).toEqual(['demo_server']);
});
