/**
 * Reports a missing CDK. The CDKs are optional peers, because most HCL projects have none. `constructs/index.ts`
 * imports this file first: every other file imports the CDK.
 */
import { PACKAGE_NAME } from '../../src/model/api';

/** The next step, by the package that is missing. */
const nextSteps: Readonly<Record<string, string>> = {
  cdktf: `Run "npm install cdktf", or import "${PACKAGE_NAME}/cdktn" if you use cdktn.`,
  cdktn: `Run "npm install cdktn", or import "${PACKAGE_NAME}" if you use cdktf.`,
  constructs: 'Run "npm install constructs": npm chooses a version that your CDK accepts.',
};

/** Returns an error that names the package to install. If no package of the CDK is missing, returns the given error. */
export function explained(error: unknown): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  const [, name = ''] = /^Cannot find module '([^']+)'/.exec(message) ?? [];
  const nextStep = code === 'MODULE_NOT_FOUND' ? nextSteps[name] : undefined;
  if (nextStep === undefined) return error;
  const text = `Cannot load the constructs of ${PACKAGE_NAME}: the package ${name} is not installed. ${nextStep}`;
  return Object.assign(new Error(text), { code });
}

try {
  // oxlint-disable-next-line typescript/no-require-imports -- the error of an import cannot be caught
  require('cdktf');
} catch (error) {
  throw explained(error);
}
