/** A folder of programs for jobs: an `npm` that installs the built command line instead of the published package. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { builtCli } from '../../support/built';

/** Writes the folder, and returns the PATH that begins with it. `npm` appends its arguments to `log`. */
export function pathWithNpm(folder: string, log: string): string {
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, 'npm'),
    `#!/bin/bash
set -eu
printf '%s\\n' "$*" >> '${log}'
modules=$3/node_modules
mkdir -p "$modules/.bin"
ln -sfn '${resolve('.')}' "$modules/cdktf-provider-platform"
printf '#!/bin/bash\\nexec "${process.execPath}" "${builtCli()}" "$@"\\n' > "$modules/.bin/platform-iac"
chmod +x "$modules/.bin/platform-iac"
`,
  );
  chmodSync(join(folder, 'npm'), 0o755);
  return `${folder}:${process.env['PATH'] ?? ''}`;
}
