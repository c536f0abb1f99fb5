/** Takes the place of `archiver`, a twentieth of a second for each test file that loads the CDK. */
export default function archiver(): never {
  throw new Error('Tests create no archives. Remove archiver from test/support/jest.config.mjs.');
}
