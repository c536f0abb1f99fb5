/** Organizations from data and from files: the objects, their stability, and typed access. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TerraformStack, App, Testing } from 'cdktf';
import fc from 'fast-check';
import { stringify } from 'yaml';
import { Group, Identity, Organization, PlatformProvider, Role, Trust, type GroupContents } from '../../../constructs';
import { emptyStack, outdir, problemsOf, rootUid, synth } from '../synthesized';
import { company } from './company';

const scratch = mkdtempSync(join(tmpdir(), 'organization-'));
afterAll(() => rmSync(scratch, { recursive: true }));
const servicePrincipal = 'SERVICE_PRINCIPAL_X';
const write = (name: string, text: string): string => {
  const file = join(scratch, name);
  writeFileSync(file, text);
  return file;
};
const fromFile = (name: string, text: string) => (stack: TerraformStack) =>
  Organization.fromFile(stack, 'acme', write(name, text), { root: rootUid });
const fromData = (data: GroupContents) => (stack: TerraformStack) =>
  new Organization(stack, 'acme', { root: rootUid, ...data });
const synthValidated = (build: (stack: TerraformStack) => unknown): string => {
  const stack = new TerraformStack(new App({ outdir }), 'org');
  new PlatformProvider(stack, 'platform', { install: false });
  build(stack);
  return Testing.synth(stack, true);
};

const data = {
  roles: { auditor: { capabilities: ['groups.list'] } },
  groups: {
    payments: {
      description: 'Takes the money.',
      identities: { ci: { servicePrincipal, roles: ['editor', { role: 'auditor', expires: '2999-12-31' }] } },
      people: { viewer: ['ada@example.com', { issuer: 'https://login.example.com', subject: 'grace' }] },
      groups: { shop: { grants: [{ role: 'viewer', identity: 'payments/ci' }] } },
    },
  },
} as const;

describe('an organization', () => {
  it('is the same from an object, from YAML and from JSON', () => {
    const expected = synth(fromData(data));
    expect(synth(fromFile('same.yaml', stringify(data)))).toEqual(expected);
    expect(synth(fromFile('same.json', JSON.stringify(data, undefined, '\t')))).toEqual(expected);
    expect(expected.resource).toMatchObject({
      platform_group: {
        acme_payments: { parent_uid: rootUid, name: 'payments', description: 'Takes the money.' },
        acme_payments_shop: { parent_uid: '${platform_group.acme_payments.uid}', name: 'shop' },
      },
      platform_identity: { acme_payments_ci: { name: 'ci', service_principal: servicePrincipal } },
      platform_role: { acme_auditor: { name: 'auditor', capabilities: ['groups.list'] } },
      platform_role_binding: {
        acme_payments_ci_editor: { group_uid: '${platform_group.acme_payments.uid}' },
        acme_payments_ci_acme_auditor: { role_uid: '${platform_role.acme_auditor.uid}' },
        acme_payments_ci_viewer_on_acme_payments_shop: { group_uid: '${platform_group.acme_payments_shop.uid}' },
        grace_login_example_com_viewer_on_acme_payments: { role_uid: '${data.platform_role.viewer.uid}' },
      },
      platform_group_invite: { acme_payments_ada_example_com_viewer: { email: 'ada@example.com', single_use: true } },
    });
    expect(Object.keys(expected.resource['platform_role_binding']!)).toHaveLength(4);
  });

  it('does not depend on the order of keys', () => {
    const reversed = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(reversed);
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(
        Object.entries(value)
          .reverse()
          .map(([key, inner]) => [key, reversed(inner)]),
      );
    };
    expect(synth(fromFile('reversed.yaml', stringify(reversed(data))))).toEqual(synth(fromData(data)));
  });

  it('has the declared objects, and no others', () => {
    const key = fc.stringMatching(/^[a-z][a-z0-9_]{0,7}$/);
    const identity = fc.record({
      servicePrincipal: fc.constant(servicePrincipal),
      roles: fc.subarray(['viewer', 'editor', 'owner']),
    });
    const { group } = fc.letrec((tie) => ({
      group: fc.record(
        {
          identities: fc.dictionary(
            key.map((name) => `i-${name}`),
            identity,
            { maxKeys: 3 },
          ),
          roles: fc.dictionary(
            key.map((name) => `r-${name}`),
            fc.constant({ capabilities: ['groups.list'] }),
            { maxKeys: 2 },
          ),
          groups: fc.dictionary(
            key.map((name) => `g-${name}`),
            tie('group'),
            { maxKeys: 2 },
          ),
        },
        { requiredKeys: [] },
      ) as fc.Arbitrary<GroupContents>,
    }));
    const declared = (contents: GroupContents, parent: string): string[] => [
      ...Object.keys(contents.roles ?? {}).map((name) => `role ${parent}/${name}`),
      ...Object.entries(contents.identities ?? {}).flatMap(([name, { roles = [] }]) => [
        `identity ${parent}/${name}`,
        ...roles.map((role) => `binding ${parent}/${name} ${role as string} ${parent}`),
      ]),
      ...Object.entries(contents.groups ?? {}).flatMap(([name, inner]) => [
        `group ${parent}/${name}`,
        ...declared(inner, `${parent}/${name}`),
      ]),
    ];
    const made = ({ resource }: Partial<ReturnType<typeof synth>>): string[] => {
      const attribute = (one: Record<string, unknown>, name: string) => String(one[name]);
      const byAddress = (reference: string): string => {
        const [, type = '', id = ''] = /^\$\{(?:data\.)?(\w+)\.([\w-]+)\.uid\}$/.exec(reference) ?? [];
        if (type === '') return 'acme';
        if (type === 'platform_role') return id;
        const object = resource![type]![id]!;
        const parent = attribute(object, type === 'platform_group' ? 'parent_uid' : 'group_uid');
        return `${byAddress(parent)}/${attribute(object, 'name')}`;
      };
      return Object.entries(resource ?? {}).flatMap(([type, objects]) =>
        Object.entries(objects).map(([id, object]) => {
          if (type !== 'platform_role_binding') {
            const parent = attribute(object, type === 'platform_group' ? 'parent_uid' : 'group_uid');
            return `${type.replace('platform_', '')} ${byAddress(parent)}/${attribute(object, 'name')}`;
          }
          expect(id).not.toBe('');
          const [who, role, where] = ['identity_uid', 'role_uid', 'group_uid'].map((name) =>
            byAddress(attribute(object, name)),
          );
          return `binding ${who} ${role} ${where}`;
        }),
      );
    };
    fc.assert(
      fc.property(group, (contents) => {
        expect(made(synth(fromData(contents))).sort()).toEqual(declared(contents, 'acme').sort());
      }),
      { numRuns: 40 },
    );
  });

  it('gives access to its members by typed paths', () => {
    const stack = emptyStack();
    const acme = new Organization(stack, 'acme', { root: rootUid, ...data });
    expect(Group.isGroup(acme.group('payments'))).toBe(true);
    expect(Identity.isIdentity(acme.identity('payments/ci'))).toBe(true);
    expect(Role.isRole(acme.role('auditor'))).toBe(true);
    // @ts-expect-error no such group
    expect(() => acme.group('paymants')).toThrow(
      'Organization "org/acme" has no group "paymants". Did you mean "payments"?',
    );
    expect(() => acme.identity('ci')).toThrow('Organization "org/acme" has no identity "ci". There are payments/ci.');
  });

  it('is a group: it contains further objects, and its root can be a construct', () => {
    const { resource } = synth((stack) => {
      const root = Group.root(stack, 'root', { name: 'acme' });
      const acme = new Organization(stack, 'acme', { root, ...data });
      acme.grant(acme.addGroup('late').addIdentity('ci', { servicePrincipal }), 'viewer');
    });
    expect(resource['platform_group']!['acme_late']).toMatchObject({ parent_uid: '${platform_group.root.uid}' });
    expect(resource['platform_group']!['acme_payments']).toMatchObject({ parent_uid: '${platform_group.root.uid}' });
  });

  it.each([undefined, '', 'no uid', {}])('needs the uid or the construct of its root: %j', (root) => {
    expect(() => new Organization(emptyStack(), 'acme', { root: root as string })).toThrow(
      /^Organization "org\/acme": root/,
    );
  });

  it('declares a company of 76 resources in at most 60 lines', () => {
    const { resource } = synth((stack) => company(stack, rootUid));
    expect(Object.values(resource).flatMap((objects) => Object.keys(objects))).toHaveLength(76);
    const lines = readFileSync(join(__dirname, 'company.ts'), 'utf8').trimEnd().split('\n');
    expect(lines.length).toBeLessThanOrEqual(60);
  });
});

describe('the platform of an identity', () => {
  const props = { repository: 'acme/shop', branch: 'main', ids: { owner: 1234, repository: 7890 } } as const;
  const getIdentity = (build: (stack: TerraformStack) => unknown) =>
    synth(build).resource['platform_identity']!['acme_ci']!;

  it('sets the claims, from data, from a file, and from a Trust', () => {
    const expected = getIdentity(fromData({ identities: { ci: { assumedBy: { gitHubActions: props } } } }));
    expect(expected).toMatchObject({
      claim_match: {
        issuer: 'https://token.actions.githubusercontent.com',
        subject: 'repo:acme@1234/shop@7890:ref:refs/heads/main',
      },
    });
    expect(getIdentity(fromData({ identities: { ci: { assumedBy: Trust.gitHubActions(props) } } }))).toEqual(expected);
    const file = stringify({ identities: { ci: { assumedBy: { gitHubActions: props } } } });
    expect(getIdentity(fromFile('trust.yaml', file))).toEqual(expected);
  });

  it('accepts one workflow as a list, as its factory does', () => {
    const workflow = 'deploy.yml';
    expect(
      getIdentity(fromData({ identities: { ci: { assumedBy: { gitHubActions: { ...props, workflow } } } } })),
    ).toEqual(
      getIdentity(fromData({ identities: { ci: { assumedBy: Trust.gitHubActions({ ...props, workflow }) } } })),
    );
  });

  it('that accepts outsiders is an error with the line of the file', () => {
    const file = 'identities:\n  ci: { assumedBy: { gitHubActions: { repository: acme/shop, branch: main } } }';
    expect(() => synthValidated(fromFile('outsiders.yaml', file))).toThrow(
      /\[org\/acme\/ci\] assumedBy accepts outsiders: .*\n\s+at \S*outsiders\.yaml:2\n/,
    );
  });

  it('is never another branch than the text of the file', () => {
    const branch = fc.stringMatching(/^[0-9a-fox][0-9a-fox._+-]{0,6}$/);
    fc.assert(
      fc.property(branch, (name) => {
        const file = `identities: { ci: { assumedBy: { gitHubActions: {
          repository: acme/shop, branch: ${name}, ids: { owner: 1, repository: 2 } } } } }`;
        let identity: Record<string, unknown>;
        try {
          identity = getIdentity(fromFile('branch.yaml', file));
        } catch (error) {
          expect((error as Error).message).toContain('assumedBy.gitHubActions.branch');
          return;
        }
        expect(identity['claim_match']).toMatchObject({ subject: `repo:acme@1/shop@2:ref:refs/heads/${name}` });
      }),
      { numRuns: 60 },
    );
  });
});

describe('a mistake in a file', () => {
  const problems = (text: string, name = 'mistakes.yaml'): string[] => {
    try {
      fromFile(name, text)(emptyStack());
      return [];
    } catch (error) {
      const [first = '', ...lines] = (error as Error).message.split('\n');
      expect(first).toMatch(/^Organization "org\/acme": Cannot use .*: it has \d+ problems?\.$/);
      return lines.map((line) => line.trim().replace(/^.*\.(yaml|json):/, ''));
    }
  };
  const ci = 'identities: { ci: { servicePrincipal: SERVICE_PRINCIPAL_X } }';

  it.each<[string, string, string]>([
    ['an unknown key', 'grops: {}', '1:1 grops: unknown key `grops`; did you mean `groups`?'],
    [
      'an unknown key inside',
      'identities:\n  ci:\n    servicePrincipal: SERVICE_PRINCIPAL_X\n    claimmatch: {}',
      '4:5 identities.ci.claimmatch: unknown key `claimmatch`; did you mean `claimMatch`?',
    ],
    [
      'a number for text',
      'groups:\n  shop:\n    description: 7',
      '3:5 groups.shop.description: must be a string; it is the number 7. For text, write it in quotes: "7"',
    ],
    [
      'text for a list',
      'groups: { shop: { grants: all } }',
      '1:19 groups.shop.grants: must be a list; it is the text "all"',
    ],
    ['a missing value', 'groups:\n  shop:', '2:3 groups.shop: has no value. Write {}, or remove the key'],
    [
      'an unknown role',
      `identities: { ci: { servicePrincipal: SERVICE_PRINCIPAL_X, roles: [veiwer] } }`,
      '1:68 identities.ci.roles[0].role: unknown role "veiwer"; did you mean "viewer"?',
    ],
    [
      'an unknown identity',
      `groups: { shop: { ${ci}, grants: [{ role: viewer, identity: ci }] } }`,
      '1:107 groups.shop.grants[0].identity: unknown identity "ci"; did you mean "shop/ci"?',
    ],
    [
      'an identity that nothing resembles',
      `groups: { shop: { ${ci}, grants: [{ role: viewer, identity: payments/deployer }] } }`,
      '1:107 groups.shop.grants[0].identity: unknown identity "payments/deployer"; known identities are shop/ci',
    ],
    [
      'an identity without any other',
      'groups: { shop: { grants: [{ role: viewer, identity: payments/ci }] } }',
      '1:44 groups.shop.grants[0].identity: unknown identity "payments/ci"; the data declares none',
    ],
    [
      'a duplicate key',
      'groups:\n  shop: {}\n  shop: {}',
      '3:3 groups.shop: duplicate key, also on line 2. Remove one of them',
    ],
    [
      'a syntax error',
      'groups: {',
      '1:10 Flow map in block collection must be sufficiently indented and end with a }. Correct the syntax',
    ],
    ['two documents', 'groups: {}\n---\ngroups: {}', '2:1 The file contains several documents. Correct the syntax'],
    ['an unknown tag', 'groups: !env X', '1:9 Unresolved tag: !env. Correct the syntax'],
    [
      'a merge key',
      'groups: { a: &a { description: x }, b: { <<: *a } }',
      '1:42 groups.b["<<"]: merge keys are not supported. Write the keys, or an alias for the whole value',
    ],
    ['a circular alias', 'groups: &a { b: *a }', '1:12 groups.b: an alias contains itself. Write the values'],
    ['a number as a key', 'groups: { 2024: {} }', '1:11 groups: the key "2024" is not text. Write it in quotes'],
    [
      'a key that is no name',
      'groups: { Shop!: {} }',
      '1:11 groups["Shop!"]: the key is the name, and must match "^[a-z0-9 ._-]{1,}$". Set name, or change the key',
    ],
    ['a key with a slash', 'groups: { a/b: {} }', '1:11 groups["a/b"]: the key must be text without "/"'],
    [
      'one key for two objects',
      `${ci}\ngroups: { ci: {} }`,
      '2:11 groups.ci: identities has the same key. Choose another key, and set name: "ci"',
    ],
    [
      'a role with the name of a built-in role',
      'roles: { viewer: { capabilities: [groups.list] } }',
      '1:10 roles.viewer: "viewer" is the name of a built-in role. Choose another key',
    ],
    [
      'a wrong date',
      'people: { viewer: [{ issuer: https://i.example, subject: a, expires: 2027-02-30 }] }',
      '1:61 people.viewer[0].expires: must be a date that exists, as YYYY-MM-DD (it is "2027-02-30")',
    ],
    [
      'an empty date',
      'people: { viewer: [{ issuer: https://i.example, subject: a, expires: "" }] }',
      '1:61 people.viewer[0].expires: must be a date that exists, as YYYY-MM-DD (it is "")',
    ],
    [
      'a person without an issuer',
      'people: { viewer: [{ subject: a }] }',
      '1:20 people.viewer[0].issuer: is required. Add it',
    ],
    [
      'an invite with an end date',
      'people: { viewer: [{ email: a@b.example, expires: 2027-03-31 }] }',
      '1:42 people.viewer[0].expires: is a key of an account (issuer and subject). Remove it',
    ],
    ['no e-mail address', 'people: { viewer: [ada] }', '1:20 people.viewer[0].email: '],
    [
      'no method to assume an identity',
      'identities: { ci: { description: x } }',
      '1:15 identities.ci: exactly one of assumedBy, claimMatch, staticKeys, awsIdentity, servicePrincipal must be given, found none',
    ],
    [
      'a list instead of an object',
      '- a',
      '1:1 must contain an object with keys such as groups, roles and grants. Write one',
    ],
    ['an empty file', '', '1:1 must contain an object'],
    [
      'an unknown platform',
      'identities: { ci: { assumedBy: { githubActions: {} } } }',
      '1:34 identities.ci.assumedBy.githubActions: unknown key `githubActions`; did you mean `gitHubActions`?',
    ],
    [
      'no platform',
      'identities: { ci: { assumedBy: {} } }',
      '1:21 identities.ci.assumedBy: exactly one of gitHubActions, gitLab, kubernetes,',
    ],
    [
      'two methods',
      'identities: { ci: { assumedBy: { person: { issuer: https://i.example, subject: a } }, servicePrincipal: SERVICE_PRINCIPAL_X } }',
      'servicePrincipal must be given, found assumedBy, servicePrincipal',
    ],
    [
      'a wrong id of a platform',
      'identities:\n  ci:\n    assumedBy:\n      gitHubActions:\n        repository: acme/shop\n        branch: main\n        ids: { owner: 1, repository: x }',
      '7:26 identities.ci.assumedBy.gitHubActions.ids.repository: must be a number, for example 1234',
    ],
    [
      'a platform without a value',
      'identities: { ci: { assumedBy: { gitHubActions: { repository: acme/shop, branch: , tag: v1 } } } }',
      '1:74 identities.ci.assumedBy.gitHubActions.branch: has no value. Write a value, or remove the key',
    ],
    [
      'props that exclude each other',
      'identities: { ci: { assumedBy: { gitHubActions: { repository: acme/shop, branch: a, tag: b } } } }',
      '1:34 identities.ci.assumedBy.gitHubActions: at most one of branch, tag, pullRequest can be given',
    ],
    [
      'a number that is no text',
      'identities: { ci: { assumedBy: { gitHubActions: { repository: acme/shop, branch: 1.0 } } } }',
      '1:82 identities.ci.assumedBy.gitHubActions.branch: is read as the number 1. Write it in quotes: "1.0"',
    ],
    [
      'a number that is too large',
      'identities: { ci: { assumedBy: { googleServiceAccount: { uniqueId: 111260650121245072906 } } } }',
      'Write it in quotes: "111260650121245072906"',
    ],
  ])('shows line, column, path and the next step: %s', (_name, text, problem) => {
    expect(problems(text)).toEqual([expect.stringContaining(problem)]);
  });

  it('is reported with all others, in the order of the lines', () => {
    expect(problems('identities:\n  ci: { servicePrincipal: x }\nroles:\n  a: {}\ngrups: {}')).toEqual([
      expect.stringMatching(/^2:9 identities\.ci\.servicePrincipal: must match /),
      expect.stringMatching(/^4:3 roles\.a\.capabilities: is required/),
      expect.stringMatching(/^5:1 grups: unknown key/),
    ]);
  });

  it('is the same in JSON', () => {
    expect(problems('{\n\t"groups": {\n\t\t"shop": { "descripton": "x" }\n\t}\n}', 'mistakes.json')).toEqual([
      '3:13 groups.shop.descripton: unknown key `descripton`; did you mean `description`?',
    ]);
  });

  it('treats no, on and dates as text', () => {
    const { resource } = synth(fromFile('text.yaml', 'groups: { no: { description: on }, "true": {} }'));
    expect(resource['platform_group']).toMatchObject({ acme_no: { name: 'no', description: 'on' }, acme_true: {} });
  });

  it('names a file that does not exist', () => {
    expect(() => Organization.fromFile(emptyStack(), 'acme', 'missing.yaml', { root: rootUid })).toThrow(
      /^Organization "org\/acme": Cannot read missing\.yaml: the file does not exist in .*\. Name a YAML or JSON file\.$/,
    );
  });

  it('that the constructs find shows the line of the file', () => {
    const twice = 'roles: [viewer, viewer]';
    const text = `groups:\n  shop:\n    identities:\n      ci:\n        servicePrincipal: SERVICE_PRINCIPAL_X\n        ${twice}\n`;
    expect(() => synthValidated(fromFile('lines.yaml', text))).toThrow(
      /declares the same role binding as org\/acme\/shop\/ci_viewer: .*\n\s+at \S*lines\.yaml:6\n/,
    );
  });
});

describe('a mistake in a program', () => {
  it('shows all problems with their paths', () => {
    const wrong = { groups: { shop: { descripton: 'x', people: { veiwer: [] } } } } as GroupContents;
    expect(() => fromData(wrong)(emptyStack())).toThrow(
      'Organization "org/acme": the data has 1 problem.\n  groups.shop.descripton: unknown key `descripton`; did you mean `description`?',
    );
  });

  it('cannot lose an end date', () => {
    const lost = { people: { viewer: [{ issuer: 'https://i.example', subject: 'a', expires: undefined }] } };
    expect(() => fromData(lost as unknown as GroupContents)(emptyStack())).toThrow(
      'expires: must be a date that exists',
    );
  });

  it('finds no problem in the company', () => {
    expect(problemsOf((stack) => company(stack, rootUid))).toEqual([]);
  });
});
