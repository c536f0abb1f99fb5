/** A line break in a description: a warning for a new text, and nothing for a text that the object already has. */
import { configurationProblems } from '../../../src/provider/plan-checks/validate';
import { declarations } from '../../../src/model/kinds';
import { offers, typeName } from '../../../src/model/schema';
import { startWorld, type World } from '../world';

jest.setTimeout(60_000);

let world: World;
beforeEach(async () => {
  world = await startWorld();
});
afterEach(() => world.close());

/** A configuration of each kind with a description. */
const configurations: Readonly<Record<string, (root: string, viewer: string) => Record<string, unknown>>> = {
  platform_group: (root) => ({ parent_uid: root, name: 'a' }),
  platform_identity: (root) => ({
    ...{ group_uid: root, name: 'a', claim_match: { issuer: 'https://issuer.example', subject: 'me' } },
  }),
  platform_role: (root) => ({ group_uid: root, name: 'a', capabilities: ['groups.list'] }),
  platform_identity_provider: (root, viewer) => ({
    ...{ group_uid: root, name: 'a', default_role: viewer },
    oidc: { issuer: 'https://login.example', client_id: 'a', pkce_enabled: true },
  }),
  platform_account_association: (root) => ({ group_uid: root, name: 'a', amazon: { account: '123456789012' } }),
};
const kinds = declarations.filter(
  (declaration) => offers(declaration, 'create') && 'description' in declaration.fields,
);

test.each(kinds.map((declaration) => [typeName(declaration), declaration] as const))(
  '%s: a line break is a warning only where someone sets it (contract V5)',
  async (type, declaration) => {
    const config = configurations[type]!(world.root, await builtIn('viewer'));
    for (const text of ['one\ntwo', 'one\r\ntwo', 'ends\n']) {
      const described = { ...config, description: text };
      expect(configurationProblems(declaration, described)).toEqual([]);
      const resource = world.host.resource(type);
      const summaries = async (values: Record<string, unknown>) =>
        (await resource.plan(values)).warnings.map(({ summary }) => summary);
      expect(await summaries(described)).toContain('Line break in one line of text');
      await resource.apply(described);
      expect(await summaries(described)).toEqual([]);
      expect(await summaries({ ...described, name: 'b' })).toEqual([]);
      expect(await summaries({ ...described, description: 'another\ntext' })).toEqual([
        'Line break in one line of text',
      ]);
      const imported = (await world.again()).resource(type);
      await imported.import(String(resource.state!['uid']));
      expect(imported.state).toMatchObject({ description: text });
      expect((await imported.plan(described)).warnings).toEqual([]);
      await resource.destroy();
    }
  },
);

async function builtIn(name: string): Promise<string> {
  const token = await world.emulator.administratorToken();
  const request = new Request(`http://localhost/iam/v2beta1/roles?name=${name}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { roles } = (await (await world.emulator.handle(request)).json()) as { roles: { uid: string }[] };
  return roles[0]?.uid ?? '';
}
