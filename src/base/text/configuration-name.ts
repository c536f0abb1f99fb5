/** The name of the configuration of the review in texts. The command, the report and its page share it. */
import { basename } from 'node:path';

export const CONFIGURATION_FILE = 'review.config.json';

/** Returns a text for people with the name of the file of `--config`, if it has another one than by default. */
export function withConfigurationName(text: string, file: string | undefined): string {
  const name = basename(file ?? CONFIGURATION_FILE);
  // A name with other characters could break the output language.
  return /^[\w.-]+$/.test(name) ? text.replaceAll(CONFIGURATION_FILE, name) : text;
}
