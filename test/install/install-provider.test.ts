import fs, {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { findUnexecutableProvider, installProvider, installProviderForUser } from '../../src/install/install-provider';
import { packageHash } from '../../src/install/lock-file';

let root: string;
let executable: string;
const version = '0.1.0';
const leaf = (dir: string, platform: string): string =>
  join(dir, 'terraform.d/plugins/platform-iac.internal/npm/platform', version, platform, 'terraform-provider-platform');

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'install-'));
  executable = join(root, 'built');
  writeFileSync(executable, '#!/bin/sh\necho one\n');
});
afterEach(() => rmSync(root, { recursive: true }));

test('every platform gets the same executable file and nothing else', () => {
  installProvider({ dir: root, executable, version, env: { HOME: root } });
  for (const platform of ['linux_amd64', 'linux_arm64', 'darwin_amd64', 'darwin_arm64']) {
    expect(readFileSync(leaf(root, platform), 'utf8')).toBe('#!/bin/sh\necho one\n');
    expect(statSync(leaf(root, platform)).mode & 0o777).toBe(0o755);
    expect(readdirSync(join(leaf(root, platform), '..'))).toEqual(['terraform-provider-platform']);
  }
  expect(
    readdirSync(join(root, 'terraform.d'), { recursive: true }).filter((name) => String(name).includes('.tmp')),
  ).toEqual([]);
});

test('a second time writes nothing', () => {
  const first = installProvider({ dir: root, executable, version, env: { HOME: root } });
  expect(first.changed).toHaveLength(5);
  const before = [leaf(root, 'linux_amd64'), join(root, '.terraform.lock.hcl')].map((path) => statSync(path).ino);
  const second = installProvider({ dir: root, executable, version, env: { HOME: root } });
  expect(second).toEqual({ ...first, changed: [] });
  expect([leaf(root, 'linux_amd64'), join(root, '.terraform.lock.hcl')].map((path) => statSync(path).ino)).toEqual(
    before,
  );
});

test('a rebuilt provider replaces every copy and the hash', () => {
  const first = installProvider({ dir: root, executable, version, env: { HOME: root } });
  writeFileSync(executable, '#!/bin/sh\necho two\n');
  const second = installProvider({ dir: root, executable, version, env: { HOME: root } });
  expect(second.changed).toHaveLength(5);
  expect(second.hash).not.toBe(first.hash);
  expect(readFileSync(leaf(root, 'darwin_arm64'), 'utf8')).toBe('#!/bin/sh\necho two\n');
  expect(readFileSync(join(root, '.terraform.lock.hcl'), 'utf8')).not.toContain(first.hash);
});

test('a copy that was damaged, or lost its executable bit, is put right', () => {
  installProvider({ dir: root, executable, version, env: { HOME: root } });
  rmSync(leaf(root, 'darwin_amd64'));
  writeFileSync(leaf(root, 'darwin_amd64'), 'damaged', { mode: 0o644 });
  expect(installProvider({ dir: root, executable, version, env: { HOME: root } }).changed).toEqual([
    leaf(root, 'darwin_amd64'),
  ]);
  expect(statSync(leaf(root, 'darwin_amd64')).mode & 0o111).not.toBe(0);
});

test.each(['linux_amd64', 'linux_arm64', 'darwin_amd64', 'darwin_arm64'])(
  'a copy for %s that nobody may execute is found',
  (platform) => {
    expect(findUnexecutableProvider(root)).toBeUndefined();
    installProvider({ dir: root, executable, version, env: { HOME: root } });
    expect(findUnexecutableProvider(root)).toBeUndefined();
    // A copy of its own, because the platforms share one file.
    rmSync(leaf(root, platform));
    copyFileSync(executable, leaf(root, platform));
    chmodSync(leaf(root, platform), 0o644);
    expect(findUnexecutableProvider(root)).toBe(leaf(root, platform));
    chmodSync(leaf(root, platform), 0o645);
    expect(findUnexecutableProvider(root)).toBeUndefined();
  },
);

test('a file of another file system that has the number of ours by chance is no link to it', () => {
  installProvider({ dir: root, executable, version, env: { HOME: root } });
  const mounted = leaf(root, 'darwin_arm64');
  rmSync(mounted);
  writeFileSync(mounted, 'damaged', { mode: 0o755 });
  const { ino, dev } = statSync(leaf(root, 'linux_amd64'));
  const real = fs.statSync;
  const stat = jest.spyOn(fs, 'statSync').mockImplementation(((path: string, options?: fs.StatSyncOptions) => {
    const found = real(path, options);
    return path === mounted && found !== undefined ? Object.assign(found, { ino, dev: dev + 1 }) : found;
  }) as typeof fs.statSync);
  try {
    expect(installProvider({ dir: root, executable, version, env: { HOME: root } }).changed).toEqual([mounted]);
  } finally {
    stat.mockRestore();
  }
});

describe('a provider with siblings', () => {
  const sibling = (content: string): string => {
    const name = `part-${createHash('sha256').update(content).digest('hex').slice(0, 8)}.cjs`;
    writeFileSync(join(root, name), content);
    return name;
  };
  const buildOf = (...siblings: readonly string[]): void =>
    writeFileSync(executable, `#!/bin/sh\n"use strict";\nvar siblings=${JSON.stringify(siblings)};\n`);
  const install = () => installProvider({ dir: root, executable, version, env: { HOME: root } });
  const folder = (): string => dirname(leaf(root, 'linux_arm64'));

  test('every platform gets all files, and the hash covers them', () => {
    const name = sibling('one');
    buildOf(name);
    const { changed, hash } = install();
    expect(changed).toHaveLength(9);
    for (const platform of ['linux_amd64', 'linux_arm64', 'darwin_amd64', 'darwin_arm64'])
      expect(readdirSync(dirname(leaf(root, platform))).sort()).toEqual([name, 'terraform-provider-platform']);
    expect(readFileSync(join(folder(), name), 'utf8')).toBe('one');
    expect(hash).toBe(
      packageHash({ [name]: Buffer.from('one'), 'terraform-provider-platform': readFileSync(executable) }),
    );
    expect(install().changed).toEqual([]);
  });

  test('the siblings of an earlier build of the version are removed after the main file is replaced', () => {
    const [first, second] = [sibling('one'), sibling('two')];
    buildOf(first);
    install();
    const kept = statSync(join(folder(), first)).ino;
    buildOf(first, second);
    install();
    expect(statSync(join(folder(), first)).ino).toBe(kept);
    buildOf(second);
    install();
    expect(readdirSync(folder()).sort()).toEqual([second, 'terraform-provider-platform']);
  });

  test('a crash before the main file leaves the earlier build complete, and the next installation continues', () => {
    const [first, second] = [sibling('one'), sibling('two')];
    buildOf(first);
    install();
    const before = readFileSync(leaf(root, 'linux_amd64'));
    buildOf(second);
    const real = fs.renameSync;
    const rename = jest.spyOn(fs, 'renameSync').mockImplementation((from, to) => {
      if (String(to).endsWith('terraform-provider-platform')) throw new Error('crash');
      real(from, to);
    });
    try {
      expect(install).toThrow('crash');
    } finally {
      rename.mockRestore();
    }
    expect(readdirSync(folder()).sort()).toEqual([first, second, 'terraform-provider-platform'].sort());
    expect(readFileSync(leaf(root, 'linux_amd64'))).toEqual(before);
    install();
    expect(readdirSync(folder()).sort()).toEqual([second, 'terraform-provider-platform']);
  });

  test('a damaged sibling is put right, and a file with the name of a sibling and another content is not ours', () => {
    const name = sibling('one');
    buildOf(name);
    install();
    rmSync(join(folder(), name));
    writeFileSync(join(folder(), name), 'damaged');
    expect(install().changed).toEqual([join(folder(), name)]);
    writeFileSync(join(folder(), 'part-00000000.cjs'), 'mine');
    expect(install).toThrow('also contains "part-00000000.cjs"');
    expect(readFileSync(join(folder(), 'part-00000000.cjs'), 'utf8')).toBe('mine');
  });

  test('a link to a sibling is refused', () => {
    const name = sibling('one');
    buildOf(name);
    install();
    rmSync(join(folder(), name));
    symlinkSync(executable, join(folder(), name));
    expect(install).toThrow('and not a regular file');
  });

  test('a package without a sibling changes nothing, and asks for a new installation', () => {
    buildOf('part-00000000.cjs');
    expect(install).toThrow(
      `${join(root, 'part-00000000.cjs')} is missing: the package cdktf-provider-platform is incomplete. Install it again.`,
    );
    expect(existsSync(join(root, 'terraform.d'))).toBe(false);
  });
});

describe('existing files in its place', () => {
  const folders = [
    'terraform.d',
    'terraform.d/plugins',
    'terraform.d/plugins/platform-iac.internal',
    'terraform.d/plugins/platform-iac.internal/npm/platform/0.1.0',
    'terraform.d/plugins/platform-iac.internal/npm/platform/0.1.0/darwin_arm64',
  ];
  const files = [...folders.slice(-1).map((folder) => `${folder}/terraform-provider-platform`), '.terraform.lock.hcl'];
  const dir = (): string => join(root, 'stack');
  const elsewhere = (): string => join(root, 'elsewhere');
  const install = () => installProvider({ dir: dir(), executable, version, env: { HOME: root } });
  /** Behind no link: from release 22 on the recursive list of Node follows them. */
  const contents = (folder: string): string[] =>
    readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? [path, ...contents(path)] : [path];
    });
  const put = (path: string, make: (path: string) => void): string => {
    mkdirSync(join(dir(), path, '..'), { recursive: true });
    make(join(dir(), path));
    return join(dir(), path);
  };

  beforeEach(() => {
    mkdirSync(dir());
    mkdirSync(elsewhere());
  });

  /** Refused with these words, and neither the folder nor what lies elsewhere has changed. */
  const refused = (path: string, words: string): void => {
    const before = contents(root);
    expect(install).toThrow(path);
    expect(install).toThrow(words);
    expect(install).toThrow(/Nothing was changed: move or remove it/);
    expect(contents(root)).toEqual(before);
  };

  test.each(folders)('a link at %s out of the folder is not followed', (folder) => {
    const path = join(dir(), folder);
    mkdirSync(dirname(path), { recursive: true });
    const outside = [elsewhere(), relative(dirname(path), elsewhere()), join(root, 'nowhere'), executable, '/'];
    for (const target of outside) {
      symlinkSync(target, path);
      refused(path, `is a link to ${target}, which is not a folder in ${dir()}`);
      rmSync(path);
    }
  });

  test('a link that stays in the folder is followed', () => {
    mkdirSync(join(dir(), 'own'));
    symlinkSync('own', join(dir(), 'terraform.d'));
    expect(install().changed).toHaveLength(5);
    expect(existsSync(join(dir(), 'own/plugins/platform-iac.internal'))).toBe(true);
  });

  test('the folder itself may be a link', () => {
    symlinkSync(dir(), join(root, 'link'));
    expect(installProvider({ dir: join(root, 'link'), executable, version, env: { HOME: root } }).changed).toHaveLength(
      5,
    );
  });

  test.each(folders)('a file at %s is refused', (folder) => {
    refused(
      put(folder, (path) => writeFileSync(path, '')),
      'is a file and not a folder',
    );
  });

  test.each(files)('only a regular file at %s is replaced', (file) => {
    const kinds: [(path: string) => void, string][] = [
      [(path) => symlinkSync(executable, path), `is a link to ${executable} and not a regular file`],
      [(path) => symlinkSync(join(root, 'nowhere'), path), 'and not a regular file'],
      [(path) => mkdirSync(path), 'is a folder and not a regular file'],
      [(path) => execFileSync('mkfifo', [path]), 'is a pipe, a socket or a device and not a regular file'],
    ];
    for (const [make, words] of kinds) {
      const path = put(file, make);
      refused(path, words);
      rmSync(path, { recursive: true });
    }
    expect(install().changed).toHaveLength(5);
  });

  test('another file next to the provider is rejected: Terraform would treat it as a part', () => {
    refused(
      put(`${folders.at(-1)}/notes.txt`, (path) => writeFileSync(path, '')).replace('/notes.txt', ''),
      'also contains "notes.txt"',
    );
  });

  test('a lock file that cannot be read is named, and nothing is changed', () => {
    const path = put('.terraform.lock.hcl', (file) => writeFileSync(file, 'provider "x" {\n'));
    const before = contents(root);
    expect(install).toThrow(`The lock file ${path} is unchanged: in line 1 a { is never closed`);
    expect(contents(root)).toEqual(before);
  });

  test('for a user too, no link leads out of the home directory', () => {
    symlinkSync(elsewhere(), join(dir(), '.terraform.d'));
    expect(() => installProviderForUser({ executable, version, env: { HOME: dir() } })).toThrow(
      `which is not a folder in ${dir()}`,
    );
    expect(readdirSync(elsewhere())).toEqual([]);
  });
});

test('the hash is the one of the Go module system over one line a file', () => {
  // Computed with: printf '%s  %s\n' "$(printf hello | sha256sum | cut -c1-64)" a | sha256sum | xxd -r -p | base64
  expect(packageHash({ a: Buffer.from('hello') })).toBe('h1:S0omwvHYkZJBBTIrDFOzhXtHX2Aiy0l03HWjdbvfNzg=');
  expect(packageHash({ b: Buffer.from('x'), a: Buffer.from('y') })).toBe(
    packageHash({ a: Buffer.from('y'), b: Buffer.from('x') }),
  );
});

test('for a user it goes to the home directory and leaves lock files alone', () => {
  const { mirror } = installProviderForUser({ executable, version, env: { HOME: root } });
  expect(mirror).toBe(join(root, '.terraform.d/plugins'));
  expect(existsSync(join(root, '.terraform.lock.hcl'))).toBe(false);
  expect(
    existsSync(join(mirror, 'platform-iac.internal/npm/platform/0.1.0/linux_amd64/terraform-provider-platform')),
  ).toBe(true);
});
