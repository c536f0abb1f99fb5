/** Synthesizes organizations with rules, and collects what the rules report. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, TerraformStack, type AppConfig } from 'cdktf';
import { PlatformProvider, Rules, type Invariant, type RuleConfiguration, type RulesProps } from '../../../constructs';

const folder = mkdtempSync(join(tmpdir(), 'rules-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let count = 0;

export const issuer = 'https://token.actions.githubusercontent.com';
export const subject = 'repo:acme@1/shop@2:ref:refs/heads/main';

/** An App whose output no other test reads, and a stack `org` in it. */
export function emptyApp(config: AppConfig = {}): { readonly app: App; readonly stack: TerraformStack } {
  count += 1;
  const app = new App({ outdir: join(folder, String(count)), ...config });
  const stack = new TerraformStack(app, 'org');
  new PlatformProvider(stack, 'platform', { install: false });
  return { app, stack };
}

/** A rule with a name and a reason. */
export function rule(more: Partial<Invariant>): RuleConfiguration {
  return { invariants: [{ name: 'r', reason: 'So.', ...more } as Invariant] };
}

/** Returns the errors and warnings of a synthesis, without the lines of the program. */
export function reported(
  props: RulesProps | RuleConfiguration,
  build: (stack: TerraformStack, app: App) => unknown,
  config?: AppConfig,
): string[] {
  const { app, stack } = emptyApp(config);
  const isProps = 'file' in props || 'configuration' in props;
  new Rules(app, isProps ? props : { configuration: props as RuleConfiguration });
  build(stack, app);
  return messagesOf(() => app.synth());
}

/** Returns the errors and warnings of the rules while `synthesize` runs. Other errors are thrown. */
export function messagesOf(synthesize: () => void): string[] {
  let printed = '';
  const write = jest.spyOn(process.stderr, 'write').mockImplementation((text) => ((printed += String(text)), true));
  let failed = '';
  try {
    synthesize();
  } catch (error) {
    failed = (error as Error).message;
    if (!/alidation failed with the following errors/.test(failed)) throw error;
  } finally {
    write.mockRestore();
  }
  const lines = (text: string, severity: string) =>
    text.split('\n').flatMap((line) => (/^\s*\[/.test(line) ? [`${severity} ${line.trim()}`] : []));
  return [...lines(failed, 'error'), ...lines(printed.replaceAll(/^Warning: (?=\[)/gm, ''), 'warning')];
}
