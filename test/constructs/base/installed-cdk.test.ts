import { explained } from '../../../constructs/base/installed-cdk';

function notFound(name: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`Cannot find module '${name}'\nRequire stack:\n- /app/main.js`), {
    code: 'MODULE_NOT_FOUND',
  });
}

test.each([
  ['cdktf', 'Run "npm install cdktf", or import "cdktf-provider-platform/cdktn" if you use cdktn.'],
  ['cdktn', 'Run "npm install cdktn", or import "cdktf-provider-platform" if you use cdktf.'],
  ['constructs', 'Run "npm install constructs": npm chooses a version that your CDK accepts.'],
])('a missing %s is reported with the package to install', (name, nextStep) => {
  const error = explained(notFound(name)) as NodeJS.ErrnoException;
  expect(error.message).toBe(
    `Cannot load the constructs of cdktf-provider-platform: the package ${name} is not installed. ${nextStep}`,
  );
  expect(error.code).toBe('MODULE_NOT_FOUND');
});

test('an error of a CDK that is installed is not replaced', () => {
  const missingPart = notFound('./lib/app');
  const other = new TypeError('cdktf is broken');
  expect(explained(missingPart)).toBe(missingPart);
  expect(explained(other)).toBe(other);
});
