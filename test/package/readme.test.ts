/** Copies the commands of the README into a shell, with each Node and its npm, and records the writes of the quick start. */
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { blocksOf, type Block } from '../acceptance/docs/blocks';
import { reader, type Reader } from '../acceptance/docs/reader';
import { search } from '../support/search';
import { manifestOf, repository, tarball } from './installed-project';
import { createRepository } from './local-repository';
import { describeWithToolchains, installToolchain, oldest } from './toolchains';
import { formatWrites, type Recorded } from './wire-trace';

jest.setTimeout(600_000);

const scratch = mkdtempSync(join(tmpdir(), 'readme-test-'));
const origin = join(scratch, 'origin');
const releases = join(scratch, 'releases');
beforeAll(() => {
  createRepository(origin);
  const folder = join(releases, `v${manifestOf(repository).version}`);
  mkdirSync(folder, { recursive: true });
  const file = join(folder, basename(tarball()));
  cpSync(tarball(), file);
  writeFileSync(
    `${file}.sha256`,
    `${createHash('sha256').update(readFileSync(file)).digest('hex')}  ${basename(file)}\n`,
  );
});
afterAll(() => rmSync(scratch, { recursive: true, force: true, maxRetries: 5 }));

const sh = (text: string): Block => ({ page: '', section: '', language: 'sh', text, lead: '' });
const [demo, writes] = blocksOf('README.md#cdktf-provider-platform');
const [clone, ...rest] = demo!.text.split('\n');
const quickStart = blocksOf('README.md#Quick start');
const result = quickStart.at(-1)!;
const edit = `cd ../../..
sed -i.bak 's/Takes the money/Moves the money/' main.ts
npx tsx main.ts
cd -
npx platform-iac plan
terraform apply
terraform state pull > ../../../state.json
terraform destroy`;
const saveRequests = `node --eval '
const { PLATFORM_BASE_URL: url, PLATFORM_TOKEN: token } = process.env;
fetch(url + "/emulator/requests", { headers: { authorization: "Bearer " + token } })
  .then((response) => response.text()).then((text) => fs.writeFileSync("../../../requests.json", text))'`;

describeWithToolchains('with Node $node and npm $npm (Linux only)', (toolchain) => {
  let newcomer: Reader;
  beforeAll(async () => {
    const tools = installToolchain(toolchain, mkdtempSync(join(scratch, 'node-')));
    newcomer = await reader({ tools, origin, releases });
    await newcomer.follow([sh(clone!)]);
    installPackages(join(newcomer.dir, 'cdktf-provider-platform'));
  });
  afterAll(() => newcomer?.close());

  // test/acceptance/demo.test.ts runs the demo with the newest Node.
  if (toolchain === oldest)
    it('runs the demo in a clone', async () => {
      expect(rest.at(-1)).toBe('npm test');
      // It would run this test again.
      const output = await newcomer.follow([sh(rest.slice(0, -1).join('\n'))]);
      expect(output).toContain('terraform plan: No changes.');
    });

  it('follows the quick start, and sends the writes that the README shows', async () => {
    const output = await newcomer.follow([
      sh(`cd cdktf-provider-platform\nnode --version\nnpm --version`),
      ...quickStart,
      sh(`${edit}\n${saveRequests}`),
    ]);
    expect(output).toMatch(new RegExp(`^v${toolchain.node}\\.`, 'm'));
    expect(output).toMatch(new RegExp(`^${toolchain.npm}\\.`, 'm'));
    for (const line of result.text.split('\n')) expect(output).toContain(line);
    expect(output).not.toMatch(/^\W*(Error|Warning):/m);
    expect(output).not.toMatch(/^npm (error|warn (?!install-scripts|Unknown))/m);
    const recorded = readJson('requests.json') as { readonly requests: readonly Recorded[] };
    const shown = formatWrites(recorded.requests, readJson('state.json'));
    // `UPDATE_RECORDS=1` writes the block again. Check the difference before you commit it.
    if (process.env['UPDATE_RECORDS'] === '1') replaceInReadme(writes!.text, shown);
    else expect(writes!.text).toBe(shown);
  });

  // It differs from the quick start in the lines before npm.
  if (toolchain !== oldest)
    it('installs the file of a release after it has checked the hash', async () => {
      const [download] = blocksOf('README.md#Installation');
      const project = 'mkdir released\ncd released\nnpm init -y\n';
      const output = await newcomer.follow([sh(project + download!.text), sh('npx platform-iac --version')]);
      expect(output).toContain(`${basename(tarball())}: OK\n`);
      const changed = `echo changed >> ${basename(tarball())}`;
      const lines = download!.text.split('\n');
      const check = lines.findIndex((line) => line.startsWith('sha256sum'));
      const wrong = [...lines.slice(0, check), changed, ...lines.slice(check)].join('\n');
      await expect(newcomer.follow([sh(`mkdir changed\ncd changed\n${wrong}`)])).rejects.toThrow(/FAILED/);
    });

  const refusing = toolchain.npm === '12' ? it : it.skip;
  refusing('refuses the package from git, as the README says (npm 12 and newer)', async () => {
    const [, command = ''] = /`(npm install git\+[^`]+)`/.exec(readFileSync(join(repository, 'README.md'), 'utf8'))!;
    const lines = sh(`mkdir refused\ncd refused\nnpm init -y\n${command}`);
    await expect(newcomer.follow([lines])).rejects.toThrow(/^The lines ended with 1:[^]*npm error code EALLOWGIT$/m);
  });

  // npm installs every development dependency for it, which takes more CPU time than all other tests of the package.
  const nightly = search > 1 ? it : it.skip;
  nightly('builds the package from git (each night, with SEARCH=20)', async () => {
    const allowed = toolchain.npm === '12' ? '--allow-git=root ' : '';
    // For a repository on GitHub, npm downloads an archive instead.
    const install = `npm install --omit=peer ${allowed}git+file://${origin}`;
    const output = await newcomer.follow([
      sh(`mkdir from-git\ncd from-git\nnpm init -y\n${install}\nnpx platform-iac --version`),
    ]);
    expect(output).toContain(`\n${manifestOf(repository).version}\n`);
  });

  function readJson(name: string): unknown {
    return JSON.parse(readFileSync(join(newcomer.dir, 'organization', name), 'utf8'));
  }
});

/** Links the packages and copies the build, which `npm start` would otherwise install and build for two minutes. */
function installPackages(clone: string): void {
  // A second older than the packages: a Date is rounded to milliseconds, and packages that look older are installed again.
  const older = statSync(join(repository, 'node_modules/.package-lock.json')).mtimeMs / 1000 - 1;
  utimesSync(join(clone, 'package-lock.json'), older, older);
  symlinkSync(join(repository, 'node_modules'), join(clone, 'node_modules'));
  cpSync(join(repository, 'dist'), join(clone, 'dist'), {
    recursive: true,
    filter: (path) => basename(path) !== 'release',
  });
}

function replaceInReadme(before: string, after: string): void {
  const path = join(repository, 'README.md');
  const text = readFileSync(path, 'utf8');
  writeFileSync(
    path,
    text.replace(`\`\`\`text\n${before}${before === '' ? '' : '\n'}\`\`\``, `\`\`\`text\n${after}\n\`\`\``),
  );
}
