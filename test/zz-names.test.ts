import { mkdtempSync, writeFileSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, TerraformStack, LocalBackend, Testing } from 'cdktf';
import { Construct } from 'constructs';
import * as C from '../constructs';
import { terraform } from './support/terraform';
import { installProvider } from '../src/install/install-provider';
import { locateProvider } from '../src/install/locate';
jest.setTimeout(280_000);
const root = '7e57'.repeat(10);
const ids = ['1st','-dash','_u','山田','constructor','__proto__','toString','valueOf','a b','a.b','a/b','x|y','CN=a,OU=b/c','"q"',"O'N",'🙂','é','count','each','self','path','Default','Resource','default','platform-groups','platform-roles','platform-identities','a'.repeat(200),'ñ'.repeat(100),' ','  lead','tab\t','${x}','%{y}','x-','X','then','toJSON','length','name','node','1','--','a--b','ß','ﬁ','Ω','0x','null','true','for_each','lifecycle', 'b1946ac9-2492-4d23-a2f1-0123456789ab'];
const sp = { servicePrincipal: 'SERVICE_PRINCIPAL_X' } as any;
test('each id alone', () => {
  const bad: string[] = [];
  for (const id of ids) {
    const makers: Record<string, (s: TerraformStack) => unknown> = {
      group: (s) => new C.Group(s, id, { parent: root, name: 'n' }),
      inScope: (s) => new C.Group(new Construct(s, id), 'g', { parent: root, name: 'n' }),
      inScope2: (s) => new C.Group(new Construct(s, 'ok'), id, { parent: root, name: 'n' }),
      addGroup: (s) => C.Group.fromUid(s, 'acme', root).addGroup(id, { name: 'n' }),
      fromUid: (s) => C.Group.fromUid(s, id, root).addGroup('x'),
      identity: (s) => C.Group.fromUid(s, 'acme', root).addIdentity(id, { name: 'n', ...sp }),
      role: (s) => C.Group.fromUid(s, 'acme', root).addRole(id, { name: 'n', capabilities: ['groups.list'] }),
      grant: (s) => { const g = C.Group.fromUid(s, 'acme', root); return g.grant(g.addIdentity(id, { name: 'n', ...sp }), 'viewer'); },
      grantId: (s) => { const g = C.Group.fromUid(s, 'acme', root); return g.grant(g.addIdentity('n', { ...sp }), 'viewer', { id }); },
      grantRole: (s) => { const g = C.Group.fromUid(s, 'acme', root); return g.grant(g.addIdentity('n', { ...sp }), g.addRole(id, { name: 'n', capabilities: ['groups.list'] })); },
      person: (s) => C.Group.fromUid(s, 'acme', root).grant(C.Identity.person(s, id, { issuer: 'https://a.example', subject: id.includes('{') ? 'x' : id }), 'viewer'),
      roleNamed: (s) => C.Group.fromUid(s, 'acme', root).grant(root + '/1111111111111111', C.Role.named(s, id.includes('{') ? 'x' : id, { group: root } as any)),
      groupNamed: (s) => (C.Group as any).named(s, id.includes('{') ? 'x' : id, { parent: root }).addGroup('x'),
      invite: (s) => C.Group.fromUid(s, 'acme', root).invite(`${id.replace(/[^\x21-\x7e]|[{}"',\/|=]/g, '') || 'x'}@a.example`, 'viewer', { recipientJwk: undefined } as any),
      settled: (s) => new C.Settled(s, id, { after: [new C.Group(s, 'g', { parent: root, name: 'n' })] } as any),
      rotation: (s) => new C.Rotation(s, id, { rotateOn: { q: '1' } }),
      team: (s) => new (C as any).Team(s, id, { parent: root, name: 'n' }),
      org: (s) => new C.Organization(s, id, { root, groups: { a: {} } }),
      orgGroup: (s) => new C.Organization(s, 'acme', { root, groups: JSON.parse(JSON.stringify({ g: 1 })) && { ['x' + id]: {} } }),
      orgKey: (s) => new C.Organization(s, 'acme', { root, groups: Object.fromEntries([[id, { name: 'n' }]]) }),
      orgIdent: (s) => new C.Organization(s, 'acme', { root, identities: Object.fromEntries([[id, { name: 'n', ...sp, roles: ['viewer'] }]]) } as any),
      orgRole: (s) => new C.Organization(s, 'acme', { root, roles: Object.fromEntries([[id, { name: 'n', capabilities: ['groups.list'] }]]) } as any),
      orgInvite: (s) => new C.Organization(s, 'acme', { root, invites: { viewer: [`${id}@a.example`] } } as any),
    };
    for (const [what, make] of Object.entries(makers)) {
      const stack = new TerraformStack(Testing.app({ outdir: mkdtempSync(join(tmpdir(), 'zz-')) }), 'org');
      new C.PlatformProvider(stack, 'platform', { install: false });
      try {
        make(stack);
        const json = JSON.parse(Testing.synth(stack, true));
        for (const m of ['resource', 'data']) for (const [t, rs] of Object.entries<any>(json[m] ?? {})) for (const n of Object.keys(rs))
          if (!/^[A-Za-z][A-Za-z0-9_-]*$/.test(n)) bad.push(`${what} ${JSON.stringify(id)}: ${t}.${n}`);
      } catch (e) { bad.push(`${what} ${JSON.stringify(id).slice(0, 30)}: ${(e as Error).message.split('\n').slice(0, 3).join(' | ').slice(0, 250)}`); }
    }
  }
  writeFileSync('/tmp/a35/h1.txt', bad.join('\n'));
});
