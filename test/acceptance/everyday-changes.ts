/** Applies small edits of a program to the emulator, one after the other, and records each with its plan and its review. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { App, LocalBackend, TerraformStack } from 'cdktf';
import { Construct } from 'constructs';
import * as library from '../../constructs';
import { createClient } from '../../src/client';
import { startEmulator } from '../../src/emulator';
import { formatText, readContext, readSynthesized, reviewPlans, type Report } from '../../src/review';
import { runCli } from '../../src/cli/program';
import { planWithConfiguration } from '../support/plan-with-configuration';
import { serveProvider } from '../support/served-provider';
import { terraform } from '../support/terraform';

const TRUSTED = ['https://ci.acme.example', 'https://login.acme.example'];

interface Step {
  readonly title: string;
  readonly text: string;
  /** The lines to replace, and their replacements. */
  readonly edits: readonly (readonly [from: string, to: string])[];
  /** True for an edit that the page advises against: it is not applied, and the next edit begins with the same program. */
  readonly isMistake?: boolean;
}

const FIRST = `const acme = Group.fromUid(stack, 'acme', process.env.ROOT_GROUP_UID);
const product = acme.addGroup('product');
const mobile = product.addGroup('mobile');
const claimMatch = { issuer: 'https://ci.acme.example', subject: 'mobile' };
const ci = mobile.addIdentity('ci', { claimMatch });
mobile.grant(ci, 'editor');
const ada = acme.addIdentity('ada', { assumedBy: Trust.person({ issuer: 'https://login.acme.example', subject: 'ada' }) });
acme.grant(ada, 'editor');
`;
const PERSON = FIRST.split('\n')
  .filter((line) => line.includes('ada'))
  .map((line) => `${line}\n`)
  .join('');
const BOT = `const bot = mobile.addIdentity('bot', { claimMatch: { ...claimMatch, subject: 'bot' }, rotateOn: { quarter: 'q3' } });
mobile.grant(bot, 'viewer');
`;
const TEAM = "const mobile = product.addGroup('mobile', { description: 'Builds the apps.' });\n";
const CLASS = `class ProductTeam extends Construct {
  constructor(scope, id, parent) {
    super(scope, id);
    this.group = new Group(this, 'group', { parent, name: 'apps', description: 'Builds the apps.' });
  }
}
const team = new ProductTeam(stack, 'team', product);
const mobile = team.group;
`;
const RENAMED =
  "const mobile = product.addGroup('apps', { description: 'Builds the apps.' }).wasAt('acme/product/mobile');\n";

const steps: readonly Step[] = [
  {
    title: 'Add an identity',
    text: 'Add a line for each object. The plan creates them and changes nothing else.',
    edits: [["mobile.grant(ci, 'editor');\n", `mobile.grant(ci, 'editor');\n${BOT}`]],
  },
  {
    title: 'Rename an object',
    text: 'Change `name` or `description`, and keep the id. The plan is an update in place.',
    edits: [["const mobile = product.addGroup('mobile');\n", TEAM]],
  },
  {
    title: 'Rename a construct: the mistake',
    text: 'Another id is another address. Without `wasAt`, the plan deletes the team and creates another one. The review names both.',
    edits: [[TEAM, TEAM.replace("'mobile'", "'apps'")]],
    isMistake: true,
  },
  {
    title: 'Rename a construct',
    text: 'Add the call of the review. Only the name of the group changes.',
    edits: [[TEAM, RENAMED]],
  },
  {
    title: 'Move constructs into a class: the mistake',
    text: 'A class is another scope. The review reports the objects that the plan deletes and creates again.',
    edits: [[RENAMED, CLASS]],
    isMistake: true,
  },
  {
    title: 'Move constructs into a class',
    text: 'Add the call of the review. Everything in the scope of the group moves, too.',
    edits: [[RENAMED, CLASS.replace('team.group;', "team.group.wasAt('platform_group.acme_product_apps');")]],
  },
  {
    title: 'Another role: the mistake',
    text: 'The address of a grant without an id contains the role. The plan deletes one role binding and creates another.',
    edits: [["mobile.grant(ci, 'editor');", "mobile.grant(ci, 'viewer');"]],
    isMistake: true,
  },
  {
    title: 'Another role',
    text: 'Add the call of the review, or give the grant an `id` before its role changes. The plan is an update in place.',
    edits: [["mobile.grant(ci, 'editor');", "mobile.grant(ci, 'viewer').wasAt('FORMER');"]],
  },
  {
    title: 'A person leaves',
    text: 'Remove the person and the grants. The plan deletes exactly these.',
    edits: [[PERSON, '']],
  },
  {
    title: 'Rotate an identity',
    text: 'Change a value of `rotateOn`. The plan replaces the identity, and its grants follow.',
    edits: [["{ quarter: 'q3' }", "{ quarter: 'q4' }"]],
  },
];

const SPLIT: Step = {
  title: 'Split a stack',
  text: 'Terraform moves no object between states. Move the constructs to another stack, and remove their calls of `wasAt`. Here `newStack` creates a stack with a provider and a backend. Then compare the state with both stacks: `platform-iac addresses cdktf.out/stacks/org cdktf.out/stacks/apps --since before.json --format hcl` prints the blocks for each. The plans import the objects into one state and forget them in the other. Apply the stack with the `import` blocks first. [`examples/several-stacks`](https://github.com/platform-iac/cdktf-provider-platform/tree/main/examples/several-stacks) shows stacks that refer to each other.',
  edits: [
    [
      "const team = new ProductTeam(stack, 'team', product);\n",
      "const apps = newStack('apps');\nconst team = new ProductTeam(apps, 'team', Group.fromUid(apps, 'product', process.env.PRODUCT_UID));\n",
    ],
    ["team.group.wasAt('platform_group.acme_product_apps');", 'team.group;'],
    [".wasAt('FORMER');", ';'],
  ],
};

/** Returns the page, and the counts of each plan by title. */
export async function recordEverydayChanges(): Promise<{
  readonly text: string;
  readonly plans: Record<string, string>;
}> {
  const emulator = await startEmulator({ thread: true });
  const outdir = mkdtempSync(join(tmpdir(), 'everyday-'));
  const env = { PLATFORM_BASE_URL: emulator.baseUrl, PLATFORM_TOKEN: emulator.token };
  const tf = terraform({ dir: join(outdir, 'stacks/org'), env });
  let provider: { close(): void } | undefined;
  try {
    const variables: NodeJS.ProcessEnv = { ROOT_GROUP_UID: emulator.rootGroupUid };
    const synthesize = (program: string) => synthesizeProgram(program, { outdir, variables });
    const review = (...stacks: readonly Terraform[]) => reviewOf(stacks, emulator.rootGroupUid);
    let program = FIRST;
    synthesize(program);
    await tf.init();
    const served = await serveProvider(tf.env);
    provider = served;
    Object.assign(tf.env, served.env);
    await tf.apply();
    const plans: Record<string, string> = {};
    const sections: string[] = [];
    let former = '';
    for (const { title, text, edits, isMistake = false } of steps) {
      const filled = edits.map(([from, to]) => [from, to.replace('FORMER', former)] as const);
      const next = filled.reduce((whole, [from, to]) => replaceOnce(whole, from, to), program);
      synthesize(next);
      const plan = await planText(tf);
      const report = await review(tf);
      former = report.roleChanges?.[0]?.from ?? former;
      plans[title] = /^Plan: (.*)\.$/m.exec(plan)?.[1] ?? '';
      sections.push(sectionText({ title, text }, [program, next], [plan], reviewText(report)));
      if (isMistake) continue;
      program = next;
      await tf.apply();
    }
    const state = join(outdir, 'org.tfstate');
    variables['PRODUCT_UID'] = groupIn(state, 'product');
    const split = SPLIT.edits.reduce(
      (whole, [from, to]) => replaceOnce(whole, from.replace('FORMER', former), to),
      program,
    );
    synthesize(split);
    const apps = terraform({ dir: join(outdir, 'stacks/apps'), env: { ...env, ...served.env } });
    const both = [apps, tf];
    try {
      for (const [name, blocks] of await movesBetween(tf.dir, apps.dir, state))
        writeFileSync(join(outdir, 'stacks', name, 'moves.tf'), blocks);
      await apps.init();
      const texts = [];
      for (const stack of both) texts.push(await planText(stack));
      plans[SPLIT.title] = texts.map((text) => /^Plan: (.*)\.$/m.exec(text)?.[1] ?? '').join('; ');
      sections.push(sectionText(SPLIT, [program, split], texts, reviewText(await review(...both))));
    } finally {
      apps.close();
    }
    return { text: [HEAD, ...sections].join('\n'), plans };
  } finally {
    provider?.close();
    tf.close();
    rmSync(outdir, { recursive: true });
    await emulator.close();
  }
}

const HEAD = `# Everyday changes

Each section shows an edit of a program, the plan of Terraform and [the review](review.md). The edits follow each other. A test applies them to the emulator, and generates this page.

The program at the beginning:

\`\`\`js
${FIRST}\`\`\`
`;

type Terraform = ReturnType<typeof terraform>;

async function reviewOf(stacks: readonly Terraform[], root: string): Promise<Report> {
  const plans = [];
  // One after the other: both plans use the provider of this process, and two runs at the same time would be one to it.
  for (const stack of stacks) plans.push(await planWithConfiguration(stack, getName(stack)));
  const { PLATFORM_BASE_URL: baseUrl = '', PLATFORM_TOKEN: token = '' } = stacks[0]?.env ?? {};
  const client = createClient({ baseUrl, token });
  const context = await readContext(client, plans);
  await client.close();
  return reviewPlans(plans, {
    context,
    configuration: { names: { [root]: 'acme' }, trustedIssuers: TRUSTED },
    stacks: stacks.map((stack) =>
      readSynthesized(readFileSync(join(stack.dir, 'cdk.tf.json'), 'utf8'), getName(stack)),
    ),
  });
}

function getName({ dir }: Terraform): string {
  return basename(dir);
}

function reviewText(report: Report): string {
  return stable(formatText(report, { width: 100 }).replace(/\n+Digest .*\n$/, '\n'));
}

/** Returns the blocks for each stack, as `platform-iac addresses` prints them. */
async function movesBetween(org: string, apps: string, state: string): Promise<Map<string, string>> {
  let [out, err] = ['', ''];
  const output = { out: (text: string) => (out += text), err: (text: string) => (err += text) };
  const code = await runCli(['addresses', org, apps, '--since', state, '--format', 'hcl'], output);
  if (code !== 0) throw new Error(`The objects have no match: ${err}${out}`);
  return new Map(
    out
      .split(/^# Stack /m)
      .flatMap((part) =>
        part.trim() === '' ? [] : [[part.slice(0, part.indexOf('\n')), part.slice(part.indexOf('\n'))]],
      ),
  );
}

function groupIn(file: string, name: string): string {
  const { resources } = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly resources: readonly { readonly instances: readonly { readonly attributes: Record<string, string> }[] }[];
  };
  const found = resources.flatMap(({ instances }) => instances).find(({ attributes }) => attributes['name'] === name);
  return found?.attributes['uid'] ?? '';
}

function sectionText(
  { title, text }: Pick<Step, 'title' | 'text'>,
  [before, after]: readonly [string, string],
  plans: readonly string[],
  review: string,
): string {
  const diff = [...marked('-', before, after), ...marked('+', after, before)];
  const rows = plans.map((plan) =>
    plan
      .split('\n')
      .filter((line) => /^ {1,2}# .*(will|must|has)|^Plan:|^No changes/.test(line))
      .join('\n')
      .replaceAll(/^ +/gm, ''),
  );
  const block = (language: string, body: string) => `\`\`\`${language}\n${body.trimEnd()}\n\`\`\`\n`;
  return [
    `## ${title}\n`,
    `${text}\n`,
    block('diff', diff.join('\n')),
    ...rows.map((text) => block('text', text)),
    block('text', review),
  ].join('\n');
}

/** Returns the lines of one side that the other does not have. */
function marked(sign: string, side: string, other: string): string[] {
  const others = new Set(other.split('\n'));
  return side.split('\n').flatMap((line) => (line === '' || others.has(line) ? [] : [`${sign}${line}`]));
}

/** Returns the plan in the words of Terraform, which the page shows, also if OpenTofu makes it. */
async function planText(stack: Terraform): Promise<string> {
  const { text } = await stack.plan();
  return text
    .replaceAll('will be removed from the OpenTofu state but', 'will no longer be managed by Terraform, but')
    .replace(/, \d+ to forget\.$/m, '.');
}

/** Replaces uids, which differ from run to run. */
function stable(text: string): string {
  return text.replaceAll(/\b[0-9a-f]{16,40}(\/[0-9a-f]{16})*\b/g, '(uid)').replaceAll(/ +$/gm, '');
}

function replaceOnce(text: string, from: string, to: string): string {
  if (text.split(from).length !== 2) throw new Error(`Cannot edit the program: it does not contain once: ${from}`);
  return text.replace(from, () => to);
}

function synthesizeProgram(
  program: string,
  { outdir, variables }: { readonly outdir: string; readonly variables: NodeJS.ProcessEnv },
): void {
  const app = new App({ outdir, stackTraces: false });
  const newStack = (name: string) => {
    const stack = new TerraformStack(app, name);
    new library.PlatformProvider(stack, 'platform');
    new LocalBackend(stack, { path: join(outdir, `${name}.tfstate`) });
    return stack;
  };
  const names = { stack: newStack('org'), newStack, process: { env: variables }, Construct, ...library };
  // oxlint-disable-next-line typescript/no-implied-eval -- the page shows the same text that runs here
  new Function(...Object.keys(names), program)(...Object.values(names));
  app.synth();
}
