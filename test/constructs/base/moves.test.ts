import { App, TerraformModule, TerraformStack } from 'cdktf';
import { Construct, type IConstruct } from 'constructs';
import fc from 'fast-check';
import { Group, Identity, moved, Role, RoleBinding, type IGroup } from '../../../constructs';
import { emptyStack, outdir, problemsOf, rootUid, synth, type Synthesized } from '../synthesized';

const servicePrincipal = 'SERVICE_PRINCIPAL_INGESTER';

/** The moves of a synthesized stack: `platform_group.a -> platform_group.b`. */
function movesOf({ moved: blocks = [] }: Synthesized): string[] {
  return (blocks as { from: string; to: string }[]).map(({ from, to }) => `${from} -> ${to}`);
}

/** The address of each object by its description. */
function getAddresses({ resource = {} }: Partial<Synthesized>): Map<string, string> {
  return new Map(
    Object.entries(resource).flatMap(([type, blocks]) =>
      Object.entries(blocks).map(([name, body]) => [String(body['description']), `${type}.${name}`] as const),
    ),
  );
}

/** The address after all moves. */
function movedFrom(address: string, { moved: blocks = [] }: Synthesized): string {
  const next = (blocks as { from: string; to: string }[]).find(({ from }) => from === address);
  return next === undefined ? address : movedFrom(next.to, { moved: blocks } as unknown as Synthesized);
}

function constructAt(scope: Construct, id: string): IConstruct {
  return scope.node.findChild(id);
}

class Module extends TerraformModule {
  protected override synthesizeAttributes(): Record<string, unknown> {
    return {};
  }
}

describe('wasAt', () => {
  it('moves an object that was directly in the stack', () => {
    const made = synth((stack) => {
      const team = new Construct(stack, 'team');
      expect(new Group(team, 'payments', { parent: rootUid, name: 'payments' }).wasAt('payments').name).toBeDefined();
    });
    expect(movesOf(made)).toEqual(['platform_group.payments -> platform_group.team_payments_A6B3A189']);
  });

  it('moves an object from each of the two addresses that it may have had at a path', () => {
    const made = synth((stack) => {
      const acme = Group.fromUid(stack, 'acme', rootUid);
      acme.addGroup('payments').wasAt('teams/payments');
    });
    expect(movesOf(made)).toEqual([
      'platform_group.teams_payments_5EA2C982 -> platform_group.teams_payments',
      'platform_group.teams_payments -> platform_group.acme_payments',
    ]);
  });

  it('moves everything in the scope of the object, each with the form of its address', () => {
    const made = synth((stack) => {
      const acme = Group.fromUid(stack, 'acme', rootUid);
      const payments = acme.addGroup('payments').wasAt('payments');
      payments.addIdentity('ci', { servicePrincipal });
      new Identity(payments, 'named', { group: payments, name: 'named', servicePrincipal });
    });
    expect(movesOf(made)).toEqual([
      'platform_group.payments -> platform_group.acme_payments',
      'platform_identity.payments_ci -> platform_identity.acme_payments_ci',
      'platform_identity.payments_named_96C40609 -> platform_identity.acme_payments_named_D838F856',
    ]);
  });

  it('takes an address, also of an instance, and follows readable addresses below it', () => {
    const made = synth((stack) => {
      const acme = Group.fromUid(stack, 'acme', rootUid);
      const payments = acme.addGroup('payments').wasAt('platform_group.pay');
      payments.addIdentity('ci', { servicePrincipal }).wasAt('platform_identity.all["ci"]');
    });
    expect(movesOf(made)).toEqual([
      'platform_group.pay -> platform_group.acme_payments',
      'platform_identity.all["ci"] -> platform_identity.pay_ci',
      'platform_identity.pay_ci -> platform_identity.acme_payments_ci',
    ]);
  });

  it('remembers several places', () => {
    const made = synth((stack) => {
      new Group(stack, 'new', { parent: rootUid, name: 'a' }).wasAt('oldest').wasAt('old').wasAt('old');
    });
    expect(movesOf(made)).toEqual([
      'platform_group.oldest -> platform_group.old',
      'platform_group.old -> platform_group.new',
    ]);
  });

  it('moves the grants of a moved object, wherever they are', () => {
    const made = synth((stack) => {
      const acme = Group.fromUid(stack, 'acme', rootUid);
      const payments = acme.addGroup('payments').wasAt('payments');
      const ci = payments.addIdentity('ci', { servicePrincipal });
      payments.grant(ci, 'viewer');
      acme.grant(ci, 'editor');
    });
    expect(movesOf(made)).toEqual(
      expect.arrayContaining([
        'platform_role_binding.payments_ci_viewer -> platform_role_binding.acme_payments_ci_viewer',
        'platform_role_binding.payments_ci_editor_on_acme -> platform_role_binding.acme_payments_ci_editor_on_acme',
      ]),
    );
  });

  it('moves grants of an object whose id has changed', () => {
    const made = synth((stack) => {
      const acme = Group.fromUid(stack, 'acme', rootUid);
      const robot = acme.addIdentity('robot', { name: 'ci', servicePrincipal }).wasAt('acme/ci');
      acme.grant(robot, acme.addRole('auditor', { capabilities: ['repo.list'] }));
    });
    expect(movesOf(made)).toContain(
      'platform_role_binding.acme_ci_acme_auditor -> platform_role_binding.acme_robot_acme_auditor',
    );
  });

  it('leaves an address alone that is fixed', () => {
    const made = synth((stack) => {
      const team = new Construct(stack, 'team');
      const group = new Group(team, 'payments', { parent: rootUid, name: 'payments' }).wasAt('payments');
      group.overrideLogicalId('payments');
    });
    expect(movesOf(made)).toEqual([]);
  });

  it('moves an object that no longer names its group', () => {
    const made = synth((stack) => {
      const payments = new Group(stack, 'payments', { parent: rootUid, name: 'payments' });
      payments.addIdentity('ci', { servicePrincipal }).wasAt('payments/ci');
    });
    expect(movesOf(made)).toEqual(['platform_identity.payments_ci_8B2F5179 -> platform_identity.payments_ci']);
  });

  it('is written to HCL, too', () => {
    const stack = emptyStack();
    new Group(stack, 'new', { parent: rootUid, name: 'a' }).wasAt('old');
    expect(JSON.stringify(stack.toHclTerraform())).toContain(
      'moved {\\nfrom = platform_group.old\\nto = platform_group.new\\n}',
    );
  });
});

describe('moved', () => {
  it('moves a construct with all resources and modules in it', () => {
    const made = synth((stack) => {
      const team = moved(new Construct(stack, 'team'), 'teams/payments');
      const group = new Group(team, 'group', { parent: rootUid, name: 'payments' });
      group.addIdentity('ci', { servicePrincipal });
      new Module(team, 'network', { source: 'acme/network/aws' });
    });
    expect(movesOf(made)).toEqual([
      'platform_group.teams_payments_group_EE27E4F9 -> platform_group.team_group_8E5F2225',
      'platform_identity.teams_payments_group_ci -> platform_identity.team_group_ci',
      'module.teams_payments_network_9CC641F0 -> module.team_network_9EC5B9A2',
    ]);
  });

  it('prefers the call on a construct to the call on its scope', () => {
    const made = synth((stack) => {
      const team = moved(new Construct(stack, 'new'), 'old');
      new Group(team, 'a', { parent: rootUid, name: 'a' });
      new Group(team, 'b', { parent: rootUid, name: 'b' }).wasAt('old/a');
    });
    const names = movesOf(made).filter((move) => move.includes('platform_group.new_a_'));
    expect(names).toEqual([]);
  });
});

describe('every object of a moved tree', () => {
  /** A group, a plain construct, or an object of a group. */
  interface Tree {
    readonly id: string;
    readonly kind: 'group' | 'named group' | 'plain' | 'identity' | 'named identity';
    readonly children: readonly Tree[];
  }
  const tree: fc.Memo<Tree> = fc.memo((depth): fc.Arbitrary<Tree> =>
    fc.record({
      id: fc.stringMatching(/^[a-z][a-z0-9-]{0,4}$/),
      kind: fc.constantFrom('group', 'named group', 'plain', 'identity', 'named identity'),
      children:
        depth <= 1 ? fc.constant([]) : fc.uniqueArray(tree(depth - 1), { maxLength: 3, selector: ({ id }) => id }),
    }),
  );

  /** Builds a tree in a scope; descriptions identify the objects. */
  function build(scope: Construct, group: Group | IGroup, { id, kind, children }: Tree, description: string): void {
    const inGroup = scope === group;
    const named = kind.startsWith('named') || !inGroup;
    let made: Construct;
    if (kind === 'plain') made = new Construct(scope, id);
    else if (kind.endsWith('group'))
      made = new Group(scope, id, { name: description, description, ...(named && { parent: group }) });
    else made = new Identity(scope, id, { name: description, description, servicePrincipal, ...(named && { group }) });
    const next = made instanceof Group ? made : group;
    children.forEach((child, index) => build(made, next, child, `${description}.${index}`));
  }

  it('keeps its object', () => {
    fc.assert(
      fc.property(tree(4), fc.constantFrom('before', 'a/b', 'division/x-y/z'), (grown, oldPath) => {
        const ids = oldPath.split('/');
        const old = synth((stack) => {
          const acme = Group.fromUid(stack, 'acme', rootUid);
          const scope = ids.slice(0, -1).reduce<Construct>((inner, id) => new Construct(inner, id), stack);
          build(scope, acme, { ...grown, id: ids.at(-1) ?? '' }, 'o');
        });
        const now = synth((stack) => {
          const acme = Group.fromUid(stack, 'acme', rootUid);
          const scope = new Construct(stack, 'new');
          build(scope, acme, grown, 'o');
          moved(constructAt(scope, grown.id), oldPath);
        });
        for (const [description, address] of getAddresses(old))
          expect(movedFrom(address, now)).toBe(getAddresses(now).get(description));
      }),
      { numRuns: 40 },
    );
  });
});

describe('a wrong place', () => {
  const group = (scope: Construct, id: string) => new Group(scope, id, { parent: rootUid, name: id });

  it('is a path where a construct still is', () => {
    const problems = problemsOf((stack) => {
      group(stack, 'old');
      group(stack, 'new').wasAt('old');
    });
    expect(problems).toEqual([
      '[org/new] cannot move org/new from "old": org/old still exists. Remove it, or pass the path that org/new had',
    ]);
  });

  it('is not a construct that now surrounds the moved one', () => {
    const made = synth((stack) => group(new Construct(stack, 'team'), 'group').wasAt('team'));
    expect(movesOf(made)).toEqual([expect.stringMatching(/^platform_group\.team -> platform_group\.team_group_/)]);
  });

  it('is a path that two constructs claim', () => {
    const problems = problemsOf((stack) => {
      group(stack, 'a').wasAt('old');
      group(stack, 'b').wasAt('old');
    });
    expect(problems).toEqual([
      '[org/a] cannot move org/a from "old": org/b has the same former place. Remove one of the two calls',
      '[org/b] cannot move org/b from "old": org/a has the same former place. Remove one of the two calls',
    ]);
  });

  it('is a path in another stack, or one that begins with its own stack', () => {
    const problems = problemsOf((stack) => {
      new TerraformStack(App.of(stack), 'prod');
      group(stack, 'a').wasAt('prod/old');
      group(stack, 'b').wasAt('org/old');
    });
    expect(problems).toEqual([
      expect.stringContaining('the path is in the stack prod, and Terraform moves nothing between stacks'),
      expect.stringContaining('the path begins with the stack. Write it without: "old"'),
    ]);
  });

  it('is an address of another type, of a declared resource, or of something that is no resource', () => {
    const problems = problemsOf((stack) => {
      const a = group(stack, 'a');
      group(stack, 'b').wasAt('platform_identity.b');
      group(stack, 'c').wasAt('platform_group.a');
      group(stack, 'd').wasAt('platform_group.d');
      moved(new Construct(a, 'plain'), 'platform_group.old');
    });
    expect(problems).toEqual([
      expect.stringContaining('it is not a resource and has no address. Pass its former path'),
      expect.stringContaining('Terraform cannot move it to platform_group.b. Pass an address of platform_group.…'),
      expect.stringContaining('its address platform_group.a belongs to org/a now. Change that id'),
      expect.stringContaining('this is its current place'),
    ]);
  });

  it('is its own path today', () => {
    const problems = problemsOf((stack) => group(stack, 'a').wasAt('a'));
    expect(problems).toEqual([
      '[org/a] cannot move org/a from "a": this is its current place. Remove the call, or pass the former path or address',
    ]);
  });

  it('has an empty id', () => {
    expect(problemsOf((stack) => group(stack, 'a').wasAt('/old'))).toEqual([
      expect.stringContaining('an id in the path is empty'),
    ]);
  });

  it('is no text, or outside of a stack', () => {
    const stack = emptyStack();
    expect(() => group(stack, 'a').wasAt('')).toThrow('the former path must be text; it is empty');
    expect(() => moved(new Construct(App.of(stack), 'x'), 'old')).toThrow(
      'only a construct in a TerraformStack can move',
    );
    expect(() => moved('x' as unknown as Construct, 'old')).toThrow('must be a construct');
  });

  it('is reported with the line of the call', () => {
    const stack = new TerraformStack(new App({ outdir }), 'org');
    group(stack, 'old');
    group(stack, 'new').wasAt('old');
    const [problem] = stack.node
      .findChild('new')
      .node.validate()
      .filter((text) => text.includes('cannot move'));
    expect(problem).toMatch(/\n\s+at test\/constructs\/base\/moves\.test\.ts:\d+$/);
  });
});

it('a role and a binding with ids of their own move as well', () => {
  const made = synth((stack) => {
    const acme = Group.fromUid(stack, 'acme', rootUid);
    const role = new Role(stack, 'r2', { group: acme, name: 'r', capabilities: ['repo.list'] }).wasAt('r1');
    new RoleBinding(stack, 'b2', { group: acme, identity: rootUid, role }).wasAt('b1');
  });
  expect(movesOf(made)).toEqual([
    'platform_role.r1 -> platform_role.r2',
    'platform_role_binding.b1 -> platform_role_binding.b2',
  ]);
});
