/**
 * A test that waits synchronously for the real terraform, with an emulator that it starts itself: the unchanged example of the
 * page about the emulator.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as cdktf from 'cdktf';
import 'cdktf/lib/testing/adapters/jest';
import ts from 'typescript';
import * as constructs from '../../constructs';
import * as emulatorModule from '../../src/emulator';
import { startEmulator, type RunningEmulator } from '../../src/emulator';

jest.setTimeout(120_000);

const page = readFileSync(join(__dirname, '../../docs/emulator.md'), 'utf8');
const example = [...page.matchAll(/```ts\n(.*?)```/gs)]
  .map(([, text]) => text!)
  .find((text) => text.includes('toPlan'))!;
const modules: Readonly<Record<string, unknown>> = {
  cdktf,
  'cdktf/lib/testing/adapters/jest': {},
  'cdktf-provider-platform': constructs,
  'cdktf-provider-platform/emulator': emulatorModule,
};

describe('the example of the page', () => {
  const options = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.CommonJS };
  // oxlint-disable-next-line typescript/no-implied-eval -- the example is ours, and running it is the point
  const register = new Function('require', 'exports', ts.transpile(example, options)) as (...of: unknown[]) => void;
  // Registers the hooks and the test of the example.
  register((name: string) => modules[name], {});
});

describe('a plan that the emulator rejects', () => {
  let emulator: RunningEmulator;
  beforeAll(async () => {
    emulator = await startEmulator({ thread: true });
    Object.assign(process.env, { PLATFORM_BASE_URL: emulator.baseUrl, PLATFORM_TOKEN: emulator.token });
  });
  afterAll(() => emulator.close());

  test('is also reported synchronously', async () => {
    await emulator.faults.add({ effect: 'error', code: 'PERMISSION_DENIED', path: '/iam/*' });
    const stack = new cdktf.TerraformStack(cdktf.Testing.app(), 'org');
    new constructs.PlatformProvider(stack, 'platform');
    const role = constructs.Role.named(stack, 'viewer');
    const { rootGroupUid: group, administratorUid: identity } = emulator;
    new constructs.RoleBinding(stack, 'all-see', { group, identity, role });
    expect(cdktf.Testing.fullSynth(stack)).not.toPlanSuccessfully();
    const [fault] = await emulator.faults.list();
    expect(fault?.hits).toBeGreaterThan(0);
  });
});
