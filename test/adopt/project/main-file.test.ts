import { mainFile } from '../../../src/adopt/project/main-file';

const options = { rootUid: 'ab'.repeat(20), hasImports: true };

test('the program imports the existing objects, and refers to the group by its uid', () => {
  const source = mainFile(options);
  expect(source).toContain(`const group = '${options.rootUid}';`);
  // "emulator --print-env" and the pipeline set variables with the uids of other groups.
  expect(source).not.toContain('process.env');
  expect(source).toContain(`const imports = join(__dirname, 'imports.json');`);
  // Without the file, which users delete after the first apply, the program still runs and has its types.
  expect(source).toContain(
    `if (existsSync(imports)) importExisting(root, JSON.parse(readFileSync(imports, 'utf8')) as Imports);`,
  );
});

test('without imports it only declares the organization', () => {
  const source = mainFile({ ...options, hasImports: false });
  expect(source).toMatch(/const app = new App\(\);\norganization\(app, group\);\napp\.synth\(\);\n$/);
  expect(source).not.toContain('imports');
});
