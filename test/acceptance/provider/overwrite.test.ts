/** The apply of a saved plan after someone else has changed access. */
import { createClient } from '../../../src/client';
import { identity } from '../../../src/model/kinds';
import { unwrapped } from '../../support/terraform';
import { resourceIn } from '../../support/terraform-json';
import { header, setStage, type Stage } from './stage';

jest.setTimeout(180_000);

let stage: Stage;
beforeEach(async () => {
  stage = await setStage({ config: '' });
});
afterEach(() => stage.close());

const configure = (subject: string): void =>
  stage.tf.write({
    'main.tf': `${header}
resource "platform_identity" "ci" {
  group_uid = "${stage.rootGroupUid}"
  name      = "ci"
  claim_match = {
    issuer  = "https://issuer.example"
    subject = "${subject}"
  }
}
`,
  });

test('is rejected with both values at the attribute, and the next plan shows the change to overwrite', async () => {
  configure('a');
  await stage.tf.apply();
  configure('b');
  await stage.tf.ok('plan', '-no-color', '-input=false', '-out=saved.tfplan');
  const client = createClient({ baseUrl: stage.baseUrl, token: stage.token });
  const uid = String(resourceIn(await stage.tf.state(), 'platform_identity.ci').values['uid']);
  await client.update(identity, uid, { claimMatch: { issuer: 'https://issuer.example', subject: 'theirs' } });
  await client.close();
  await stage.writes();

  const { code, text } = await stage.tf.run('apply', '-no-color', '-input=false', 'saved.tfplan');
  expect(code).toBe(1);
  expect(unwrapped(text)).toContain(
    `Cannot update identity "ci" (uid ${uid}): someone else changed claim_match.subject`,
  );
  expect(unwrapped(text)).toContain('it was "a", and now it is "theirs"');
  expect(unwrapped(text)).toMatch(/on main\.tf line \d+, in resource "platform_identity" "ci"/);
  expect(await stage.writes()).toEqual([]);

  expect((await stage.tf.plan()).text).toMatch(/~ subject\s+= "theirs" -> "b"/);
  await stage.tf.apply();
  expect((await stage.tf.plan()).changed).toBe(false);
});

test('succeeds if only our own response was lost', async () => {
  configure('a');
  await stage.tf.apply();
  await stage.faults.add({ effect: 'cut', when: 'after', method: 'PATCH', times: 1 });
  configure('b');
  await stage.tf.apply();
  expect((await stage.tf.plan()).changed).toBe(false);
});
