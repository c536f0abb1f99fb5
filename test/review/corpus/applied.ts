/**
 * Applies a case of the corpus to the emulator with Terraform, and compares the access that the API then allows with the rows
 * of the report. `npx tsx test/review/corpus/applied.ts [NAME…]` compares all cases.
 */
import { startEmulator, type RunningEmulator } from '../../../src/emulator';
import { readContext, readPlan, reviewPlans, type ReportedRow } from '../../../src/review';
import { createClient, group, identity } from '../../../src/client';
import { installProvider } from '../../../src/install/install-provider';
import { VERSION } from '../../../src/model/api';
import { builtProvider } from '../../support/built';
import { terraform } from '../../support/terraform';
import { questions } from '../random-access';
import { corpus } from './cases';
import { configure, DEFAULT_SEED } from './configure';
import type { CorpusCase } from './parts';

export interface Comparison {
  /** Every `identity capability group` that the API allows only after the apply, or only before it. */
  readonly gained: readonly string[];
  readonly lost: readonly string[];
  /** The same in the report. */
  readonly reported: { readonly gained: readonly string[]; readonly lost: readonly string[] };
}

/** @param executable the provider */
export async function compareApplied({ seed, stacks }: CorpusCase, executable: string): Promise<Comparison> {
  const organization = await startEmulator({ seed: seed ?? DEFAULT_SEED });
  const tf = terraform({ env: { PLATFORM_BASE_URL: organization.baseUrl, PLATFORM_TOKEN: organization.token } });
  try {
    const { main } = stacks;
    if (main === undefined) throw new Error('Cannot compare a case with several stacks.');
    configure(tf, main.applied ?? main.planned);
    installProvider({ dir: tf.dir, executable, version: VERSION, env: tf.env });
    await tf.init();
    if (main.applied !== undefined) await tf.apply();
    const before = await allowedBy(organization);
    configure(tf, main.planned);
    await tf.ok('plan', '-no-color', '-input=false', '-out=plan.bin', ...(main.args ?? []));
    const plan = readPlan((await tf.ok('show', '-json', 'plan.bin')).stdout, 'plan');
    const context = await readContext(createClient(organization), [plan]);
    const report = reviewPlans([plan], { context });
    await tf.ok('apply', '-no-color', '-input=false', 'plan.bin');
    const after = await allowedBy(organization);
    const groups = [...new Set([...before.groups, ...after.groups])];
    return {
      gained: [...after.allowed].filter((one) => !before.allowed.has(one)).sort(),
      lost: [...before.allowed].filter((one) => !after.allowed.has(one)).sort(),
      reported: {
        gained: expanded(report.access.gained, groups),
        lost: expanded(report.access.lost, groups),
      },
    };
  } finally {
    tf.close();
    await organization.close();
  }
}

interface Allowed {
  readonly groups: readonly string[];
  readonly allowed: ReadonlySet<string>;
}

/** Sends requests with the token of each identity: any response except PERMISSION_DENIED means yes. Invalid bodies change nothing. */
async function allowedBy({ baseUrl, token, tokenFor }: RunningEmulator): Promise<Allowed> {
  const client = createClient({ baseUrl, token });
  const paths = new Map<string, string>();
  const groups: { readonly uid: string; readonly name: string }[] = [];
  for await (const { uid, name } of client.list(group)) groups.push({ uid, name });
  for (const { uid, name } of groups.sort((one, other) => one.uid.length - other.uid.length))
    paths.set(uid, uid.includes('/') ? `${paths.get(uid.slice(0, uid.lastIndexOf('/'))) ?? ''}/${name}` : name);
  const allowed = new Set<string>();
  for await (const { uid, name } of client.list(identity)) {
    if (!uid.includes('/')) continue;
    const headers = { authorization: `Bearer ${await tokenFor(uid)}`, 'content-type': 'application/json' };
    for (const [at, path] of paths)
      for (const [capability, question] of Object.entries(questions)) {
        const [method, target, body = '{"name":"?"}'] = question(at);
        const { status } = await fetch(`${baseUrl}/iam/v2beta1/${target}`, { method, headers, body });
        const holder = paths.get(uid.slice(0, uid.lastIndexOf('/'))) ?? '';
        if (status !== 403) allowed.add(`${holder}/${name} ${capability} ${path}`);
      }
  }
  return { groups: [...paths.values()], allowed };
}

function expanded(rows: readonly ReportedRow[], groups: readonly string[]): string[] {
  const isWithin = (path: string, scope: string) => path === scope || path.startsWith(`${scope}/`);
  const found = rows.flatMap(({ identity: who, group: scope, except, capabilities }) =>
    groups
      .filter((path) => isWithin(path, scope) && !except.some((one) => isWithin(path, one)))
      .flatMap((path) => capabilities.filter((name) => name in questions).map((name) => `${who} ${name} ${path}`)),
  );
  return [...new Set(found)].sort();
}

async function compareAll(names: readonly string[]): Promise<void> {
  const provider = builtProvider();
  const isWanted = (name: string): boolean => names.length === 0 || names.includes(name);
  for (const corpusCase of corpus.filter(({ name, isApplied }) => isApplied && isWanted(name))) {
    const { gained, lost, reported } = await compareApplied(corpusCase, provider);
    const isSame = JSON.stringify({ gained, lost }) === JSON.stringify(reported);
    if (!isSame) process.exitCode = 1;
    process.stdout.write(
      `${isSame ? 'same' : 'DIFFERENT'} ${corpusCase.name}: ${gained.length} gained, ${lost.length} lost\n`,
    );
  }
}

if (require.main === module) void compareAll(process.argv.slice(2));
