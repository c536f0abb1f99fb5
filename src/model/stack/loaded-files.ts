/**
 * The files of a folder that an engine loads, as the sources of Terraform 1.15 (`internal/configs/parser_file_matcher.go`,
 * `internal/command/arguments/vars.go`) and OpenTofu 1.11 (`internal/configs/parser_config_dir.go`) have it.
 */
import type { RefusalCode } from '../approval/grammar';

/** Endings of other files that an engine loads. No such file is data. */
const refused: readonly (readonly [pattern: RegExp, code: RefusalCode])[] = [
  [/(^|_)override\.(tf|tofu)(\.json)?$/, 'override'],
  [/\.tf$|\.tofu$/, 'hcl-file'],
  [/\.tofu\.json$/, 'tofu-file'],
  [/\.auto\.tfvars(\.json)?$|^terraform\.tfvars(\.json)?$/, 'variables-file'],
  [/\.(tftest|tofutest)\.(hcl|json)$/, 'tests-file'],
  [/\.tfquery\.(hcl|json)$/, 'queries-file'],
  [/\.tfmigrate\.(hcl|json)$/, 'migrations-file'],
];

/** `read`: the grammar decides; `ignored`: no engine loads it. */
export type LoadedFile = 'read' | 'ignored' | { readonly refused: RefusalCode };

/** Returns what a file in the folder of a stack is for the engine. */
export function classifyFile(name: string): LoadedFile {
  // Terraform loads files of variables by name, also those that an editor would hide.
  const found = refused.find(([pattern]) => pattern.test(name));
  // Other hidden files are ignored, and no copy of an editor has one of these endings.
  if (name.startsWith('.') && found?.[1] !== 'variables-file') return 'ignored';
  if (found !== undefined) return { refused: found[1] };
  return name.endsWith('.tf.json') ? 'read' : 'ignored';
}
