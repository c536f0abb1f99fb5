/** `platform-iac schema`: the JSON schemas of the files that this release reads and writes. */
import { join } from 'node:path';
import { Argument, type Command } from 'commander';
import { readPackaged } from '../../install/own-package';
import type { Output } from '../process';

const files = {
  organization: 'organization.schema.json',
  'review-config': 'review.config.schema.json',
  report: 'review.schema.json',
} as const;

const HELP =
  '\norganization: data files of an organization. review-config: review.config.json. report: the JSON of a review.' +
  '\nExit codes: 0 done, 1 the schema cannot be read, 2 usage error.' +
  '\nExample: platform-iac schema review-config';

export function addSchemaCommand(program: Command, { raw, out }: Output): void {
  program
    .command('schema')
    .addArgument(new Argument('<file>', 'The file').choices(Object.keys(files)))
    .addHelpText('after', HELP)
    .action((name: keyof typeof files) => (raw ?? out)(readSchema(files[name])));
}

function readSchema(file: string): string {
  return readPackaged(join('dist', file));
}
