/** A program cannot change the synthesized stack so that the rules do not see it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  Aspects,
  Fn,
  Lazy,
  TerraformHclModule,
  TerraformResource,
  TerraformStack,
  TerraformVariable,
  Testing,
  type App,
} from 'cdktf';
import { addCustomSynthesis } from 'cdktf/lib/synthesize/synthesizer';
import type { IConstruct } from 'constructs';
import { Group, PlatformProvider, Role, RoleBinding, Rules, type Identity } from '../../../constructs';
import { synthesized } from '../../../constructs/testing';
import type { Values } from '../../../src/model/api';
import { emptyApp, issuer, messagesOf, rule, subject } from './ruled';

const configuration = rule({
  rule: 'never',
  who: { people: false },
  can: ['role_bindings.create'],
  where: ['acme/payments/**'],
});

interface Parts {
  readonly app: App;
  readonly stack: TerraformStack;
  readonly payments: Group;
  readonly ci: Identity;
  /** Gives the role viewer to the identity, which no rule forbids. */
  readonly binding: RoleBinding;
  readonly owner: ReturnType<typeof Role.named>;
}

/** Builds an organization that follows the rule, and then changes it. */
function build(app: App, stack: TerraformStack, evade: (parts: Parts) => unknown): void {
  const payments = Group.root(stack, 'acme', { name: 'acme' }).addGroup('payments');
  const ci = payments.addIdentity('ci', { claimMatch: { issuer, subject } });
  const binding = new RoleBinding(stack, 'binding', { group: payments, identity: ci, role: 'viewer' });
  const owner = Role.named(stack, 'owner');
  evade({ app, stack, payments, ci, binding, owner });
}

/** The attributes of a role binding that breaks the rule, as CDKTF writes them. */
const attributes = ({ payments, ci, owner }: Parts) => ({
  group_uid: payments.uid,
  identity_uid: ci.uid,
  role_uid: owner.uid,
});

const OWNER = '${data.platform_role.owner.uid}';

/** Changes the binding when `toTerraform` of its stack is called. */
const withOwner = (json: Values): Values => {
  const resources = json['resource'] as Record<string, Record<string, Values>>;
  const bindings = resources['platform_role_binding']!;
  const [[id, body] = ['', {}]] = Object.entries(bindings);
  return {
    ...json,
    resource: { ...resources, platform_role_binding: { [id]: { ...body, role_uid: OWNER } } },
  };
};

function replaceToTerraform(parts: Parts, change: (json: Values) => Values): void {
  const original = parts.stack.toTerraform.bind(parts.stack);
  parts.stack.toTerraform = () => change(original() as Values);
}

const aspect = (visit: (construct: IConstruct) => void) => ({ visit });

/** Evasions that one stack contains. */
const inOneStack: Readonly<Record<string, (parts: Parts) => unknown>> = {
  'no evasion': ({ payments, ci }) => payments.grant(ci, 'owner'),
  'an override of an attribute': ({ binding, owner }) => binding.addOverride('role_uid', owner.uid),
  'an override of capabilities': ({ payments, ci }) => {
    const role = payments.addRole('chief', { capabilities: ['groups.list'] });
    payments.grant(ci, role);
    role.addOverride('capabilities', ['groups.list', 'role_bindings.create']);
  },
  'an override of the group': ({ stack, payments, ci }) => {
    const other = Group.root(stack, 'other', { name: 'other' });
    new RoleBinding(stack, 'moved', { group: other, identity: ci, role: 'owner' }).addOverride(
      'group_uid',
      payments.uid,
    );
  },
  'an override of the identity': ({ stack, payments, ci }) => {
    const person = 'abcdef0123456789abcdef0123456789abcdef01';
    new RoleBinding(stack, 'person', { group: payments, identity: person, role: 'owner' }).addOverride(
      'identity_uid',
      ci.uid,
    );
  },
  'a raw resource': (parts) =>
    Object.entries(attributes(parts)).reduce(
      (resource, [name, value]) => (resource.addOverride(name, value), resource),
      new TerraformResource(parts.stack, 'raw', { terraformResourceType: 'platform_role_binding' }),
    ),
  'an override of the stack': (parts) =>
    parts.stack.addOverride('resource.platform_role_binding.raw', attributes(parts)),
  'an aspect that is added later': ({ stack, binding, owner }) =>
    Aspects.of(stack).add(
      aspect((construct) => {
        if (construct === binding) binding.addOverride('role_uid', owner.uid);
      }),
    ),
  'an aspect that creates a construct': ({ stack, payments, ci, binding }) =>
    Aspects.of(stack).add(
      aspect((construct) => {
        if (construct !== binding || stack.node.tryFindChild('late') !== undefined) return;
        new RoleBinding(stack, 'late', { group: payments, identity: ci, role: 'owner' });
      }),
    ),
  'a validation': ({ stack, binding, owner }) =>
    stack.node.addValidation({ validate: () => (binding.addOverride('role_uid', owner.uid), []) }),
  'a replaced toTerraform of a construct': (parts) => {
    const { binding, owner } = parts;
    const original = binding.toTerraform.bind(binding);
    binding.toTerraform = () => {
      const json = original() as { resource: { platform_role_binding: Record<string, Values> } };
      for (const body of Object.values(json.resource.platform_role_binding))
        Object.assign(body, { role_uid: owner.uid });
      return json;
    };
  },
  'a replaced toTerraform of the stack': (parts) => replaceToTerraform(parts, (json) => withOwner(json)),
  'another form of the same JSON': (parts) =>
    replaceToTerraform(parts, (json) => {
      const changed = withOwner(json)['resource'] as Record<string, Record<string, Values>>;
      const [id, body] = Object.entries(changed['platform_role_binding']!)[0]!;
      const { platform_role_binding: _, ...others } = changed;
      return { ...json, resource: [others, { platform_role_binding: [{ [id]: [body] }] }] };
    }),
  'a lazy value': ({ stack, payments, ci, owner }) =>
    new RoleBinding(stack, 'lazy', {
      group: payments,
      identity: Lazy.stringValue({ produce: () => ci.uid }),
      role: Lazy.stringValue({ produce: () => owner.uid }),
    }),
  'a subclass with other attributes': ({ stack, payments, ci, owner }) => {
    class Sly extends RoleBinding {
      protected override synthesizeAttributes(): Record<string, unknown> {
        return { ...super.synthesizeAttributes(), role_uid: owner.uid };
      }
    }
    new Sly(stack, 'sly', { group: payments, identity: ci, role: 'editor' });
  },
  'another address': ({ payments, ci, stack }) => {
    new RoleBinding(stack, 'named', { group: payments, identity: ci, role: 'owner' }).overrideLogicalId('x-y_z');
  },
};

/** Evasions that only a whole synthesis contains. */
const inWholeSynthesis: Readonly<Record<string, (parts: Parts) => unknown>> = {
  'a custom synthesis': ({ binding, owner }) =>
    addCustomSynthesis(binding, { onSynthesize: () => binding.addOverride('role_uid', owner.uid) }),
  'a stack that is created later': ({ app, payments, ci }) => {
    const later = new TerraformStack(app, 'later');
    new PlatformProvider(later, 'platform', { install: false });
    new RoleBinding(later, 'binding', { group: payments, identity: ci, role: 'owner' });
  },
  'a stack without our provider construct': (parts) => {
    const raw = new TerraformStack(parts.app, 'raw');
    const resource = new TerraformResource(raw, 'raw', { terraformResourceType: 'platform_role_binding' });
    const data = 'data.platform_role.owner';
    raw.addOverride(data, { name: 'owner' });
    for (const [name, value] of Object.entries(attributes(parts)))
      resource.addOverride(name, name === 'role_uid' ? `\${${data}.uid}` : value);
  },
};

/** Evasions that only the written file shows. */
const inTheFile: Readonly<Record<string, (parts: Parts) => unknown>> = {
  'a synthesizer that changes the file': (parts) => {
    const { synthesizer } = parts.stack;
    const { app } = parts;
    parts.stack.synthesizer = {
      ...{ synthesize: synthesizer.synthesize.bind(synthesizer), addFileAsset: undefined },
      synthesize: (session) => {
        synthesizer.synthesize(session);
        const file = join(app.outdir, app.manifest.forStack(parts.stack).synthesizedStackPath);
        writeFileSync(file, JSON.stringify(withOwner(JSON.parse(readFileSync(file, 'utf8')) as Values)));
      },
    };
  },
  'a toTerraform that tells the truth only once': (parts) => {
    let calls = 0;
    replaceToTerraform(parts, (json) => ((calls += 1), calls > 1 ? json : withOwner(json)));
  },
};

const violation = expect.stringMatching(
  /^error \[.+\] Rule "r": acme\/payments\/ci has role_bindings\.create in acme\/payments/,
);

function found(evade: (parts: Parts) => unknown, hclOutput = false): string[] {
  const { app, stack } = emptyApp({ hclOutput });
  new Rules(app, { configuration });
  build(app, stack, evade);
  return messagesOf(() => app.synth());
}

test('the organization without an evasion follows the rule', () => {
  expect(found(() => undefined)).toEqual([]);
});

const everywhere = Object.entries({ ...inOneStack, ...inWholeSynthesis });

test.each([...everywhere, ...Object.entries(inTheFile)])('%s is reported', (_, evade) => {
  expect(found(evade)).toContainEqual(violation);
});

test.each(everywhere)('%s is reported for output in HCL', (_, evade) => {
  expect(found(evade, true)).toContainEqual(violation);
});

test.each(Object.entries(inOneStack))('%s is reported by Testing.synth with validations', (_, evade) => {
  const app = Testing.app();
  const stack = new TerraformStack(app, 'org');
  new PlatformProvider(stack, 'platform', { install: false });
  new Rules(app, { configuration });
  build(app, stack, evade);
  for (const synthesis of ['first', 'second'])
    expect([synthesis, messagesOf(() => void Testing.synth(stack, true))]).toEqual([
      synthesis,
      expect.arrayContaining([violation]),
    ]);
});

test.each(everywhere)('%s is reported by synthesized()', (_, evade) => {
  const program = (outdir: string) => {
    const { app, stack } = emptyApp({ outdir });
    new Rules(app, { configuration });
    build(app, stack, evade);
    return app;
  };
  expect(messagesOf(() => void synthesized(program))).toContainEqual(violation);
});

/** Parts of a stack that rules cannot read. None of them counts as harmless. */
const unreadable: Readonly<Record<string, (parts: Parts) => unknown>> = {
  'a module': ({ stack }) => new TerraformHclModule(stack, 'module', { source: 'vpc/aws' }),
  'another file of Terraform': ({ app, stack, binding }) =>
    addCustomSynthesis(binding, {
      onSynthesize: () => {
        const folder = dirname(join(app.outdir, app.manifest.forStack(stack).synthesizedStackPath));
        writeFileSync(join(folder, 'extra.tf'), '');
      },
    }),
  'an expression': ({ binding, owner }) => binding.addOverride('role_uid', Fn.trimspace(owner.uid)),
  'an instance of a repeated object': ({ binding }) =>
    binding.addOverride('role_uid', OWNER.replace('owner', 'owner[0]')),
  'a variable': ({ stack, binding }) =>
    binding.addOverride('role_uid', new TerraformVariable(stack, 'role', {}).stringValue),
  'a local value': ({ stack, binding, owner }) => {
    stack.addOverride('locals.role', owner.uid);
    binding.addOverride('role_uid', '${local.role}');
  },
  'a template': ({ binding }) => binding.addOverride('role_uid', `%{if true}${OWNER}%{endif}`),
  'a number of objects': ({ stack, binding }) =>
    binding.addOverride('count', new TerraformVariable(stack, 'count', {}).numberValue),
  'a role by its uid': ({ binding }) => binding.addOverride('role_uid', 'abcdef0123456789abcdef0123456789abcdef02'),
  'a reference of another type': ({ binding, payments }) => binding.addOverride('role_uid', payments.uid),
  'a reference that is no text': ({ binding }) => binding.addOverride('group_uid', ['x']),
  'groups that contain each other': ({ payments }) => {
    const below = payments.addGroup('below');
    payments.addOverride('parent_uid', below.uid);
  },
};

test.each(Object.entries(unreadable))('%s is inconclusive', (_, evade) => {
  expect(found(evade)).toContainEqual(expect.stringMatching(/^warning \[.+\] .* inconclusive: /));
});
