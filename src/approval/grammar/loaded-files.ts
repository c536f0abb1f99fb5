/**
 * The files of a folder that an engine loads, as the sources of Terraform 1.15 (`internal/configs/parser_file_matcher.go`,
 * `internal/command/arguments/vars.go`) and OpenTofu 1.11 (`internal/configs/parser_config_dir.go`) have it.
 */
import { type Refusal } from './refusal';

/** Endings of other files that an engine loads, with the reason why such a file is not data. */
const refused: readonly (readonly [pattern: RegExp, what: string, why: string])[] = [
  [/(^|_)override\.(tf|tofu)(\.json)?$/, 'an override', 'It changes blocks of other files'],
  [/\.tf$|\.tofu$/, 'a file in HCL', 'Only JSON can be checked as data'],
  [/\.tofu\.json$/, 'a file for OpenTofu alone', 'Each engine would plan another stack'],
  [/\.auto\.tfvars(\.json)?$|^terraform\.tfvars(\.json)?$/, 'a file of variables', 'It sets variables unseen'],
  [/\.(tftest|tofutest)\.(hcl|json)$/, 'a file of tests', 'It contains conditions and programs'],
  [/\.tfquery\.(hcl|json)$/, 'a file of queries', 'It contains expressions'],
  [/\.tfmigrate\.(hcl|json)$/, 'a file of migrations', 'It moves the state'],
];

/** Returns true for an editor's copy, which every engine ignores. */
function isIgnored(name: string): boolean {
  return name.startsWith('.') || name.endsWith('~') || (name.startsWith('#') && name.endsWith('#'));
}

/** `read`: the grammar decides; `ignored`: no engine loads it. */
export type LoadedFile = 'read' | 'ignored' | Refusal;

/** Returns what a file in the folder of a stack is for the engine. */
export function classifyFile(name: string): LoadedFile {
  // Terraform loads files of variables by name, also those that an editor would hide.
  const found = refused.find(([pattern]) => pattern.test(name));
  const isConfiguration = !/\.tfvars(\.json)?$/.test(name);
  if (isConfiguration && isIgnored(name)) return 'ignored';
  if (found !== undefined)
    return { what: found[1], why: found[2], remedy: 'Remove the file from the folder of the stack' };
  return name.endsWith('.tf.json') ? 'read' : 'ignored';
}
