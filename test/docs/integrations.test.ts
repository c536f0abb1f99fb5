/** Tests the examples of docs/integrations.md: their length, their names, and the commands in them. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { runCli } from '../../src/cli/program';

const page = readFileSync('docs/integrations.md', 'utf8');
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly version: string };

/** Returns the YAML in a section. */
function exampleIn(section: string): string {
  const start = page.indexOf(`\n## ${section}\n`);
  const [, block] = /```yaml\n([^]*?)```/.exec(page.slice(start)) ?? [];
  if (start < 0 || block === undefined) throw new Error(`The section ${section} has no example.`);
  return block;
}

test.each(['Atlantis', 'GitHub Action', 'GitLab component'])('%s needs at most ten lines', (section) => {
  expect(exampleIn(section).trimEnd().split('\n').length).toBeLessThanOrEqual(10);
});

test('the example of the action has its inputs and its version', () => {
  const { jobs } = parse(exampleIn('GitHub Action')) as {
    readonly jobs: {
      readonly access: { readonly steps: readonly { readonly uses?: string; readonly with?: object }[] };
    };
  };
  const used = jobs.access.steps.find(({ uses = '' }) => uses.includes('/.github/actions/review@'));
  const { inputs } = parse(readFileSync('.github/actions/review/action.yml', 'utf8')) as { readonly inputs: object };
  expect(used?.uses).toBe(`platform-iac/cdktf-provider-platform/.github/actions/review@v${version}`);
  expect(Object.keys(used?.with ?? {}).filter((name) => !(name in inputs))).toEqual([]);
});

test('the example of the component has its inputs and its version', () => {
  const { include } = parse(exampleIn('GitLab component')) as {
    readonly include: readonly [{ readonly component: string; readonly inputs: Readonly<Record<string, unknown>> }];
  };
  const [header] = parseAllDocuments(readFileSync('examples/gitlab-component/templates/review.yml', 'utf8'));
  const { spec } = header?.toJS() as { readonly spec: { readonly inputs: object } };
  expect(include[0].component).toMatch(new RegExp(`/review@${version}$`));
  expect(include[0].inputs['version']).toBe(version);
  expect(Object.keys(include[0].inputs).filter((name) => !(name in spec.inputs))).toEqual([]);
});

test('the policy check of the example reviews a plan, and its policies are those that Atlantis requires', async () => {
  interface Steps {
    readonly steps: readonly (string | { readonly run: string })[];
  }
  const { repos, workflows, policies } = parse(exampleIn('Atlantis')) as {
    readonly repos: readonly unknown[];
    readonly workflows: { readonly review: { readonly policy_check: Steps } };
    readonly policies: object;
  };
  expect(repos).toMatchObject([{ workflow: 'review', policy_check: true, custom_policy_check: true }]);
  expect(policies).toMatchObject({
    owners: { users: ['ada', 'grace'] },
    policy_sets: [{ name: 'access', path: '.', source: 'local' }],
  });
  const [step] = workflows.review.policy_check.steps;
  const [program, ...args] = (typeof step === 'object' ? step.run : '').split(' ');
  const folder = mkdtempSync(join(tmpdir(), 'integrations-'));
  try {
    writeFileSync(join(folder, 'review.config.json'), '{}');
    const corpus = 'test/review/corpus';
    const plan = readdirSync(corpus).find((file) => file.startsWith('owner-added.')) ?? '';
    const filled = args.map((arg) =>
      arg.replace('$PLANFILE.d/*.json', join(corpus, plan)).replace('/etc/atlantis', folder),
    );
    let printed = '';
    const output = { out: (text: string) => (printed += text), err: (text: string) => (printed += text) };
    expect([program, await runCli(filled, output)]).toEqual(['platform-iac', 0]);
    expect(printed).toMatch(/^FAIL - 1 failure: /);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
