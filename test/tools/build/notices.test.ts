import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

jest.setTimeout(120_000);

const root = join(__dirname, '../../..');
const folder = mkdtempSync(join(tmpdir(), 'notices-test-'));
const home = join(folder, 'node_modules/@someone/thing');

beforeAll(() => {
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, 'package.json'), '{"name":"@someone/thing","version":"1.2.3","license":"MIT"}');
  writeFileSync(
    join(home, 'index.js'),
    '// Copyright 2001 Somebody Else.\n// All rights of theirs.\nmodule.exports = 1;\n',
  );
});
beforeEach(() => rmSync(join(home, 'LICENSE'), { force: true }));
afterAll(() => rmSync(folder, { recursive: true }));

/** Matches a bundle that contains the text. */
function notices() {
  const inputs = { 'node_modules/@someone/thing/index.js': {}, 'src/ours.ts': {} };
  const program = `
    import { notices } from ${JSON.stringify(join(root, 'src/tools/build/notices.mjs'))};
    process.stdout.write(notices([${JSON.stringify({ inputs })}], ${JSON.stringify(folder)}));`;
  return spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
}

test('a notice is what the package says, and what others say in its files', () => {
  writeFileSync(join(home, 'LICENSE'), 'Do as you like.\n');
  expect(notices().stdout).toMatch(
    /^@someone\/thing 1\.2\.3 \(MIT\)\n\nDo as you like\.\n\nCopyright 2001 Somebody Else\.\nAll rights of theirs\.\n\n-{80}\n$/,
  );
});

test.each([
  ['no license file', undefined],
  ['an empty one', ' \n'],
])('with %s there is no build, and the error says what to do', (_, text) => {
  if (text !== undefined) writeFileSync(join(home, 'LICENSE'), text);
  const { status, stderr } = notices();
  expect(status).toBe(1);
  expect(stderr).toContain(
    '@someone/thing 1.2.3 (MIT) is bundled, but its package contains no license text. Put the text into src/tools/build/licenses/@someone+thing.txt.',
  );
});

test.each([
  ['@bufbuild/protobuf', ['Apache License\n', 'Copyright 2008 Google Inc.', 'Redistributions in binary form must']],
  ['undici', ['Matteo Collina', 'Fedor Indutny, 2018']],
  ['zod', ['Colin McDonnell']],
  ['jose', ['Filip Skokan']],
  ['yaml', ['Eemeli Aro']],
])('the built notices hold what %s asks for', (name, texts) => {
  execFileSync(process.execPath, ['src/tools/build/build.mjs'], { cwd: root, stdio: 'pipe' });
  const parts = readFileSync(join(root, 'dist/THIRD-PARTY-NOTICES.txt'), 'utf8').split(`\n${'-'.repeat(80)}\n`);
  const part = parts.find((one) => one.trim().startsWith(`${name} `)) ?? '';
  expect(texts.filter((text) => !part.includes(text))).toEqual([]);
});
