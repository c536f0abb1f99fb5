/** Tests the examples of docs/integrations.md: their length, their names, and the commands in them. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { REGISTRY_SOURCE } from '../../src/model/api';
import { runCli } from '../../src/cli/program';

const page = readFileSync('docs/integrations.md', 'utf8');
const { name, version, repository } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  readonly name: string;
  readonly version: string;
  readonly repository: { readonly url: string };
};

const corpus = 'test/review/corpus';
const ownerAdded = join(corpus, readdirSync(corpus).find((file) => file.startsWith('owner-added.')) ?? '');

/** Returns the first block of a language in a section. */
function exampleIn(section: string, language = 'yaml'): string {
  const start = page.indexOf(`\n## ${section}\n`);
  const [text = ''] = page.slice(start + 1).split(/\n(?=## )/);
  const [, block] = new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\``, 'm').exec(text) ?? [];
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
  const { spec } = header?.toJS() as {
    readonly spec: { readonly inputs: Readonly<Record<string, { readonly default?: unknown }>> };
  };
  expect(include[0].component).toMatch(new RegExp(`/review@${version}$`));
  expect(spec.inputs['version']?.default).toBe(version);
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
    const filled = args.map((arg) => arg.replace('$PLANFILE.d/*.json', ownerAdded).replace('/etc/atlantis', folder));
    let printed = '';
    const output = { out: (text: string) => (printed += text), err: (text: string) => (printed += text) };
    expect([program, await runCli(filled, output)]).toEqual(['platform-iac', 0]);
    expect(printed).toMatch(/^FAIL - 1 failure: /);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/** The arguments of the command of a section that writes a report, for a plan of the corpus and a configuration without rules. */
function reviewArguments(section: string, folder: string): readonly string[] {
  const command =
    exampleIn(section, 'sh')
      .split('\n')
      .find((line) => line.startsWith('platform-iac review')) ?? '';
  const [, args = ''] = /^platform-iac (.*?) > /.exec(command) ?? [];
  return args.split(' ').map((arg) => (arg === 'plan.json' ? ownerAdded : arg.replace('/mnt/workspace', folder)));
}

test.each([
  ['Spacelift', 'report'],
  ['OPA', 'input'],
])('the policy for %s reads members that the report of its command has', async (section, root) => {
  const folder = mkdtempSync(join(tmpdir(), 'integrations-'));
  try {
    writeFileSync(join(folder, 'review.config.json'), '{}');
    const [out, err]: string[][] = [[], []];
    const output = { out: (text: string) => out!.push(text), err: (text: string) => err!.push(text) };
    expect([await runCli(reviewArguments(section, folder), output), err]).toEqual([0, []]);
    const report = JSON.parse(out!.join('')) as Record<string, unknown>;
    const policy = exampleIn(section, 'rego').replace(/^report := .*$/m, '');
    const members = (value: unknown, path: string): unknown =>
      path.split('.').reduce((at: unknown, key) => (at as Record<string, unknown>)[key], value);
    const read = [...policy.matchAll(new RegExp(`\\b${root}\\.([a-z.]+)`, 'g'))].map(([, path = '']) => path);
    expect(read.length).toBeGreaterThan(1);
    expect(read.filter((path) => members(report, path) === undefined)).toEqual([]);
    for (const [, item = '', path = ''] of policy.matchAll(new RegExp(`some (\\w+) in ${root}\\.([a-z.]+)`, 'g'))) {
      const [first] = members(report, path) as readonly Record<string, unknown>[];
      const used = [...policy.matchAll(new RegExp(`\\b${item}\\.(\\w+)`, 'g'))].map(([, key = '']) => key);
      expect(used.filter((key) => !(key in (first ?? {})))).toEqual([]);
    }
    // In one expression with "not", a missing report would make the rule undefined, and pass.
    if (section === 'Spacelift') {
      expect(policy).toContain('\nconclusive if report.verdict.result in {"changed", "unchanged"}\n');
      expect(policy).toMatch(/^deny contains ".*" if not conclusive$/m);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('Renovate updates the package, the provider and the action', () => {
  const { packageRules } = JSON.parse(exampleIn('Renovate', 'json')) as {
    readonly packageRules: readonly [{ readonly matchPackageNames: readonly string[]; readonly automerge: boolean }];
  };
  const [, action] = /github\.com\/(.+)\.git$/.exec(repository.url) ?? [];
  expect(packageRules[0]).toMatchObject({ matchPackageNames: [name, REGISTRY_SOURCE, action], automerge: false });
  expect(exampleIn('Pulumi', 'sh')).toBe(`pulumi package add terraform-provider ${REGISTRY_SOURCE}\n`);
});

/** Images with glibc: the executable of a release starts in them. */
const WITH_GLIBC = /^(docker\.io\/library\/)?node:\d+(-(bookworm|trixie))?(-slim)?$/;

/** Returns the reason why the provider does not start in an image, or undefined. */
function imageProblem(image: string): string | undefined {
  return WITH_GLIBC.test(image) ? undefined : `${image} is not known to have glibc: images based on Alpine have musl`;
}

/** Returns the names of images in a text: keys of YAML, lines of a Containerfile and arguments of docker. */
function imagesIn(text: string): string[] {
  const places = [
    /^ *(?:- )?image: *(?:\{ *name: *)?['"]?([\w./:@-]*[a-z][\w./:@-]*)/gm,
    /\bimage: *\{ *(?:entrypoint: [^,]*, *)?name: *['"]?([\w./:@-]+)/g,
    /^FROM (\S+)/gm,
    /\b(?:docker|podman) (?:run|pull)(?: -{1,2}[\w-]+(?:[= ][\w./:=@-]+)?)* ([\w-]+(?:[./][\w.-]+)*:[\w.-]+)/g,
    /description: An image with Node[^\n]*\n *default: (\S+)/g,
  ];
  return [...new Set(places.flatMap((place) => [...text.matchAll(place)].map(([, image = '']) => image)))];
}

test('every image that docs and examples name has glibc', () => {
  const folders = ['docs', 'examples'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(md|ya?ml)$|Containerfile$/.test(name) && !name.includes('node_modules'))
      .map((name) => join(folder, name)),
  );
  const images = ['README.md', ...folders].flatMap((file) => imagesIn(readFileSync(file, 'utf8')));
  expect(new Set(images).size).toBeGreaterThan(1);
  expect(images.flatMap((image) => imageProblem(image) ?? [])).toEqual([]);
});

test.each([
  "image: { name: 'hashicorp/terraform:1.11', entrypoint: [''] }",
  'image: node:24-alpine',
  '  image: ghcr.io/opentofu/opentofu:1.10',
  'FROM alpine:3.22',
  'docker run --rm -v .:/work hashicorp/terraform:1.11 plan',
])('%s is refused, because it is based on Alpine', (line) => {
  expect(imagesIn(line).map(imageProblem)).toEqual([expect.stringContaining('images based on Alpine have musl')]);
});
