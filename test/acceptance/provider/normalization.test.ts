/** With a service that trims values, Terraform converges and shows the value to write. */
import { startFaultProxy } from '../../support/fault-proxy';
import { unwrapped } from '../../support/terraform';
import { setProcessStage } from './process-stage';

jest.setTimeout(120_000);

const group = (description: string): string =>
  `resource "platform_group" "g" {\n  parent_uid  = "ROOT"\n  name        = "g"\n  description = "${description}"\n}\n`;

test('the create warns, the next plan stops at the attribute, and nothing is ever replaced', async () => {
  const stage = await setProcessStage(group(' padded '));
  const proxy = await startFaultProxy(stage.baseUrl, () => ({
    rewritten: (body) => body.replaceAll('" padded "', '"padded"'),
  }));
  try {
    stage.tf.env['PLATFORM_BASE_URL'] = proxy.url;
    const applied = unwrapped((await stage.tf.apply()).text);
    expect(applied).toContain('Warning: The service normalizes description');
    const planned = await stage.tf.run('plan', '-no-color', '-input=false');
    expect(planned.code).toBe(1);
    expect(unwrapped(planned.text)).toMatch(
      /Error: The service normalizes description with platform_group\.g, on main\.tf line \d+, in resource "platform_group" "g": \d+: description = " padded "/,
    );
    expect(unwrapped(planned.text)).toContain('Write description = "padded"');
    stage.configure(group('padded'));
    expect((await stage.tf.plan()).changed).toBe(false);
    const methods = (await stage.requestLog.entries()).map(({ method }) => method).filter((method) => method !== 'GET');
    expect(methods).toEqual(['POST']);
  } finally {
    await proxy.close();
    await stage.close();
  }
});
