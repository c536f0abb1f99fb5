/**
 * The access in a report is exactly what the emulator allows after the apply and not before. The real Terraform changes
 * random organizations, and its plans are reviewed. ROUNDS (5) sets their number, SEED selects them.
 */
import { createClient, group, identity, type Client } from '../../../src/client';
import { isUid, parentUid, REVIEW_VARIABLE } from '../../../src/model/api';
import { startEmulator, type RunningEmulator } from '../../../src/emulator';
import { startReattach } from '../../../src/plugin';
import { createProvider } from '../../../src/provider/provider';
import { readPlan, type ReportedRow, reviewPlans, withReviews } from '../../../src/review';
import { questions } from '../../review/random-access';
import { randomFrom } from '../../support/random';
import { terraform, type Terraform } from '../../support/terraform';
import { header } from '../provider/stage';
import { configurationOf, type Model, nextModel } from './random-configuration';
import { search } from '../../support/search';

const ROUNDS = Number(process.env['ROUNDS'] ?? 5 * search);
const SEED = Number(process.env['SEED'] ?? 20261122);

jest.setTimeout(120_000 + ROUNDS * 60_000);

let running: RunningEmulator;
let tf: Terraform;
let client: Client;
let environment: Record<string, string | undefined>;
let stop: () => Promise<void>;

beforeAll(async () => {
  running = await startEmulator();
  environment = { PLATFORM_BASE_URL: running.baseUrl, PLATFORM_TOKEN: running.token };
  const provider = await startReattach(createProvider({ env: environment }), { env: {} });
  tf = terraform({ env: provider.env });
  client = createClient({ baseUrl: running.baseUrl, token: running.token });
  stop = async () => {
    tf.close();
    await client.close();
    await provider.close();
    await running.close();
  };
});
afterAll(() => stop());

test(`the rows of ${ROUNDS} reviewed plans are the access that is allowed after their apply and not before`, async () => {
  const random = randomFrom(SEED);
  const capabilities = Object.keys(questions);
  let model: Model | undefined;
  let before = await moment();
  const held = { gained: 0, lost: 0, created: 0 };
  for (let round = 0; round < ROUNDS; round++) {
    model = nextModel(random, capabilities, model);
    tf.write({ 'main.tf': header, 'all.tf.json': JSON.stringify(configurationOf(model, running.rootGroupUid)) });
    const ordinary = await planned('plan');
    environment[REVIEW_VARIABLE] = `seed-${round}`;
    const review = await planned('review', '-refresh=false', '-lock=false');
    environment[REVIEW_VARIABLE] = undefined;
    const configuration = { names: { [running.rootGroupUid]: 'acme' } };
    const report = reviewPlans([withReviews(ordinary, [review])], { configuration });
    await tf.ok('apply', '-no-color', '-input=false', 'plan');
    const after = await moment();
    const where = `SEED=${SEED}, round ${round}`;
    expect({ where, problems: report.verdict.problems, unresolved: report.unresolved }).toEqual({
      where,
      problems: [],
      unresolved: [],
    });
    expect({ where, gained: expanded(report.access.gained, after) }).toEqual({
      where,
      gained: [...after.allowed].filter((one) => !before.allowed.has(one)).sort(),
    });
    expect({ where, lost: expanded(report.access.lost, before) }).toEqual({
      where,
      lost: [...before.allowed].filter((one) => !after.allowed.has(one)).sort(),
    });
    held.gained += report.access.gained.length;
    held.lost += report.access.lost.length;
    held.created += report.verdict.counts.added + report.verdict.counts.replaced + report.verdict.counts.recreated;
    before = after;
  }
  // Otherwise nothing was compared.
  for (const count of Object.values(held)) expect(count).toBeGreaterThan(ROUNDS / 2);
});

async function planned(name: string, ...args: string[]) {
  await tf.ok('plan', '-no-color', '-input=false', `-out=${name}`, ...args);
  return readPlan((await tf.ok('show', '-json', name)).stdout, name);
}

interface Moment {
  /** The paths of groups. */
  readonly groups: readonly string[];
  /** Returns every `identity capability group` for which a request with the identity's own token is not denied. */
  readonly allowed: ReadonlySet<string>;
}

async function moment(): Promise<Moment> {
  const groups = new Map<string, string>();
  const found: { uid: string; name: string }[] = [];
  for await (const { uid, name } of client.list(group)) found.push({ uid, name });
  for (const { uid, name } of found.sort((one, other) => one.uid.length - other.uid.length))
    groups.set(uid, [groups.get(parentUid(uid) ?? ''), name].filter(Boolean).join('/'));
  const allowed = new Set<string>();
  for await (const { uid, name } of client.list(identity)) {
    const above = parentUid(uid);
    if (!isUid(above)) continue;
    const token = await running.tokenFor(uid);
    const who = `${groups.get(above)}/${name}`;
    await Promise.all(
      [...groups].flatMap(([at, path]) =>
        Object.entries(questions).map(async ([capability, question]) => {
          const [method, to, body = '{"name":"?"}'] = question(at);
          const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
          const { status } = await fetch(`${running.baseUrl}/iam/v2beta1/${to}`, { method, headers, body });
          if (status < 400 || status >= 500) throw new Error(`${capability} in ${path}: HTTP ${status}`);
          if (status !== 403) allowed.add(`${who} ${capability} ${path}`);
        }),
      ),
    );
  }
  return { groups: [...groups.values()], allowed };
}

function expanded(rows: readonly ReportedRow[], { groups }: Moment): string[] {
  const within = (path: string, above: string) => path === above || path.startsWith(`${above}/`);
  return rows
    .flatMap(({ identity: who, group: at, except, capabilities }) =>
      groups
        .filter((path) => within(path, at) && !except.some((end) => within(path, end)))
        .flatMap((path) => capabilities.filter((name) => name in questions).map((name) => `${who} ${name} ${path}`)),
    )
    .sort();
}
