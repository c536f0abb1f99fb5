/** Grants with an end date: when the synthesized stack contains them, and everything that refers to one. */
import { App, TerraformOutput, TerraformStack, TerraformVariable, Testing } from 'cdktf';
import { Construct } from 'constructs';
import fc from 'fast-check';
import {
  Group,
  type Identity,
  PlatformProvider,
  RoleBinding,
  Settled,
  type GrantOptions,
  type IGroup,
} from '../../../constructs';
import { emptyStack, outdir, problemsOf, rootUid, synth } from '../synthesized';

const servicePrincipal = 'SERVICE_PRINCIPAL_X';
const at = (time: string) => ({ 'platform:now': time });
const acmeIn = (stack: TerraformStack) => Group.fromUid(stack, 'acme', rootUid);
const withCi = (build: (acme: IGroup, ci: Identity, stack: TerraformStack) => unknown) => (stack: TerraformStack) => {
  const acme = acmeIn(stack);
  build(acme, acme.addIdentity('ci', { servicePrincipal }), stack);
};
const grantUntil = (expires: string) => withCi((acme, ci) => acme.grant(ci, 'viewer', { expires }));
const names = (build: (stack: TerraformStack) => unknown, time: string) =>
  Object.keys(synth(build, at(time)).resource['platform_role_binding'] ?? {});

let printed: string[];
beforeEach(() => {
  printed = [];
  jest.spyOn(process.stderr, 'write').mockImplementation((text) => printed.push(String(text)) > 0);
});
afterEach(() => jest.restoreAllMocks());

describe('a grant that expires', () => {
  it('is in the stack until the last moment before the date, in UTC', () => {
    const build = grantUntil('2027-03-31');
    expect(names(build, '2027-03-30T23:59:59.999Z')).toEqual(['acme_ci_viewer']);
    expect(names(build, '2027-03-31T00:00:00Z')).toEqual([]);
    expect(names(build, '2031-01-01')).toEqual([]);
  });

  it('is the same as a grant without an end before the date', () => {
    const open = withCi((acme, ci) => acme.grant(ci, 'viewer'));
    expect(synth(grantUntil('2027-03-31'), at('2027-01-01'))).toEqual(synth(open));
  });

  it('is left out, however it is declared', () => {
    const expires = '2027-03-31';
    const build = withCi((acme, ci) => {
      acme.grant([ci], 'viewer', { expires });
      ci.grant('editor', { on: acme, expires });
      new RoleBinding(acme, 'owns', { identity: ci, role: 'owner', expires });
    });
    expect(names(build, '2027-03-30')).toHaveLength(3);
    expect(names(build, expires)).toEqual([]);
  });

  it('never returns as time passes', () => {
    const date = fc.date({ min: new Date('2020-01-01'), max: new Date('2099-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(date, date, (end, time) => {
        const expires = end.toISOString().slice(0, 10);
        const isThere = names(grantUntil(expires), time.toISOString()).length === 1;
        expect(isThere).toBe(time.toISOString().slice(0, 10) < expires);
      }),
      { numRuns: 50 },
    );
  });

  it.each([
    ['2027-03-16T23:59:59Z', undefined],
    [
      '2027-03-17',
      'expires on 2027-03-31, in 14 days: from 00:00 UTC of that day on, the synthesized stack does not contain it. ' +
        'To keep the access, set a later date',
    ],
    ['2027-03-30T12:00:00Z', expect.stringContaining('expires on 2027-03-31, in 1 day:')],
    [
      '2027-03-31',
      'expired on 2027-03-31: the synthesized stack does not contain it. Remove it from the program, or set a later date',
    ],
  ])('has a warning from two weeks before: %s', (time, warning) => {
    synth(grantUntil('2027-03-31'), at(time));
    const path = 'Warning: [org/acme/ci_viewer] ';
    expect(printed.map((line) => line.replace(path, '').trim())).toEqual(warning === undefined ? [] : [warning]);
  });

  it('is one warning with the number of the others, if a loop creates many', async () => {
    const groups = Array.from({ length: 20 }, (_, index) => `team-${index}`);
    const build = withCi((acme, ci) => {
      for (const name of groups) acme.addGroup(name).grant(ci, 'viewer', { expires: '2027-03-31' });
    });
    synth(build, at('2027-03-31'));
    await Promise.resolve();
    const path = (name: string) => `org/acme/${name}/ci_viewer`;
    expect(printed).toEqual([
      expect.stringMatching(/^Warning: \[org\/acme\/team-0\/\S+\] expired on 2027-03-31: /),
      expect.stringMatching(
        /^Warning: 19 more constructs have the same warning as \S+team-0\/\S+: \S+team-1\/\S+, \S+, \S+ and 16 more\n$/,
      ),
    ]);
    expect(printed[0]).toContain(path('team-0').slice(0, 16));
  });

  it('has its line in the warning', () => {
    const stack = new TerraformStack(new App({ outdir, context: at('2027-03-31') }), 'org');
    new PlatformProvider(stack, 'platform', { install: false });
    grantUntil('2027-03-31')(stack);
    Testing.synth(stack, true);
    expect(printed).toEqual([expect.stringMatching(/\n {4}at test\/constructs\/base\/expiry\.test\.ts:\d+\n$/)]);
  });
});

describe('the date of a grant', () => {
  it.each(['31.03.2027', '2027-02-30', '2027-03-31T00:00:00Z', 'tomorrow', '2027-3-31'])('cannot be %s', (expires) => {
    expect(problemsOf(grantUntil(expires))).toEqual([
      `[org/acme/ci_viewer] expires must be a date that exists, as YYYY-MM-DD (it is ${JSON.stringify(expires)})`,
    ]);
  });

  it('is not access without an end, if it is wrong and nothing validates the stack', () => {
    const stack = emptyStack();
    grantUntil('soon')(stack);
    expect(Testing.synth(stack, false)).not.toContain('platform_role_binding');
  });

  it('must be known at synthesis', () => {
    const build = withCi((acme, ci, stack) => {
      const { stringValue } = new TerraformVariable(stack, 'end', {});
      acme.grant(ci, 'viewer', { expires: stringValue });
    });
    expect(problemsOf(build)).toEqual([expect.stringContaining('(only Terraform knows its value)')]);
  });

  it.each([
    [undefined, 'expires is undefined. Pass a date like "2027-03-31", or omit expires for access without an end.'],
    ['', 'expires is empty. Pass a date'],
    [new Date(0), 'expires must be a date as text, like "2027-03-31"; it is a Date.'],
  ])('cannot be lost: %s', (expires, message) => {
    const options = { expires } as GrantOptions;
    expect(() => emptyStackWith(withCi((acme, ci) => acme.grant(ci, 'viewer', options)))).toThrow(
      `RoleBinding "org/acme/ci_viewer": ${message}`,
    );
  });

  it('has a suggestion for a misspelled prop, which would be access without an end', () => {
    const options = { expire: '2027-03-31' } as GrantOptions;
    expect(problemsOf(withCi((acme, ci) => acme.grant(ci, 'viewer', options)))).toEqual([
      expect.stringContaining('unknown prop `expire`; did you mean `expires`?'),
    ]);
  });
});

describe('after the date, the stack stays valid', () => {
  const expires = '2027-03-31';
  const after = at(expires);

  it('for resources and anchors that wait for the grant', () => {
    const build = withCi((acme, ci, stack) => {
      const team = new Construct(stack, 'team');
      const grant = new RoleBinding(team, 'grant', { group: acme, identity: ci, role: 'viewer', expires });
      grant.overrideLogicalId('grant');
      acme.addGroup('late', { dependsOn: [grant, ci], lifecycle: { replaceTriggeredBy: [grant] } });
      new Settled(stack, 'ready', { tree: team });
    });
    const dependencies = (context: Record<string, unknown>) => {
      const { resource } = synth(build, context);
      const late = resource['platform_group']!['acme_late']!;
      return [late['depends_on'], late['lifecycle'], resource['null_resource']!['ready']!['depends_on']];
    };
    const [grant, ci] = ['platform_role_binding.grant', 'platform_identity.acme_ci'];
    expect(dependencies(at('2027-03-30'))).toEqual([[grant, ci], { replace_triggered_by: [grant] }, [grant]]);
    expect(dependencies(after)).toEqual([[ci], { replace_triggered_by: [] }, []]);
  });

  it('for a grant that is imported or moved', () => {
    const build = withCi((acme, ci) => {
      acme.grant(ci, 'viewer', { expires }).importFrom('acme:ci:viewer');
      acme.grant(ci, 'editor', { expires }).moveFromId('platform_role_binding.old');
    });
    expect(synth(build, at('2027-03-30'))).toMatchObject({ import: [{}], moved: [{}] });
    expect(synth(build, after)).not.toMatchObject({ import: expect.anything() });
    expect(synth(build, after)).not.toMatchObject({ moved: expect.anything() });
  });

  it('for a new grant of the same access, which is a duplicate before', () => {
    const build = withCi((acme, ci) => {
      acme.grant(ci, 'viewer', { expires });
      acme.grant(ci, 'viewer');
    });
    expect(problemsOf(build, at('2027-03-30'))).toEqual([expect.stringContaining('declares the same role binding')]);
    expect(names(build, expires)).toEqual(['acme_ci_viewer']);
  });

  it('also as HCL', () => {
    const stack = emptyStack(after);
    grantUntil(expires)(stack);
    expect(Testing.synthHcl(stack)).not.toContain('platform_role_binding');
  });
});

describe.each([
  ['before', '2027-01-01'],
  ['after', '2027-03-31'],
])('%s the date, a reference to the grant is a problem', (_, time) => {
  const expires = '2027-03-31';
  const problem = (reader: string) =>
    `[org] org/${reader} reads org/acme/ci_viewer, which is not in the stack from 2027-03-31 on: remove the reference, or omit expires`;
  const readBy = (read: (grant: RoleBinding, acme: IGroup, stack: TerraformStack) => unknown) =>
    problemsOf(
      withCi((acme, ci, stack) => read(acme.grant(ci, 'viewer', { expires }), acme, stack)),
      at(time),
    );

  it.each<[string, (grant: RoleBinding) => unknown]>([
    ['an attribute', ({ uid }) => uid],
    ['the resource', (grant) => grant],
    ['text with an attribute', ({ uid }) => `uid: ${uid}`],
    ['an expression by hand', () => '${platform_role_binding.acme_ci_viewer.uid}'],
  ])('in an output: %s', (_name, value) => {
    expect(readBy((grant, _acme, stack) => new TerraformOutput(stack, 'out', { value: value(grant) }))).toEqual([
      problem('out'),
    ]);
  });

  it('in another resource', () => {
    expect(readBy(({ createTime }, acme) => acme.addGroup('late', { description: createTime }))).toEqual([
      problem('acme/late'),
    ]);
  });

  it('in another stack', () => {
    const stack = emptyStack(at(time));
    const other = new TerraformStack(App.of(stack), 'other');
    new PlatformProvider(other, 'platform', { install: false });
    withCi((acme, ci) => {
      const { uid } = acme.grant(ci, 'viewer', { expires });
      new TerraformOutput(other, 'out', { value: uid });
    })(stack);
    for (const terraformStack of [stack, other]) terraformStack.prepareStack();
    expect(() => Testing.synth(stack, true)).toThrow(/cross-stack-output-\S+ reads org\/acme\/ci_viewer/);
  });

  it('but not in prose, nor of a grant with a similar name', () => {
    const problems = readBy((_grant, acme, stack) => {
      acme.addGroup('late', { description: 'Waits for platform_role_binding.acme_ci_viewer in vain.' });
      const ci2 = acme.addIdentity('ci_viewer-2', { servicePrincipal });
      new TerraformOutput(stack, 'out', { value: acme.grant(ci2, 'viewer').uid });
    });
    expect(problems).toEqual([]);
  });
});

function emptyStackWith(build: (stack: TerraformStack) => unknown): void {
  build(emptyStack());
}
