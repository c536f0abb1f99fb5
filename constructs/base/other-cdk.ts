/**
 * Rejects a stack of the other CDK. Its synthesis calls methods that our resources lack, and CDKTF's error names
 * neither CDK.
 */
import { TerraformStack } from 'cdktf';
import { onceFor } from '../../src/base/cache/once-for';
import { PACKAGE_NAME } from '../../src/model/api';

/** The property of both CDKs with the full name of a class, such as `cdktn.TerraformStack`. */
const NAME = Symbol.for('jsii.rtti');

/** The entries of this package, by the npm package of the CDK that they are built for. */
const entries: Readonly<Record<string, string>> = { cdktf: PACKAGE_NAME, cdktn: `${PACKAGE_NAME}/cdktn` };

/**
 * Checks that a stack and this build of the package belong to the same CDK.
 *
 * @throws Error if the CDKs differ.
 */
export function requireSameCdk(subject: string, stack: TerraformStack): void {
  const [ours, theirs] = [findCdk(TerraformStack), findCdk(stack.constructor)];
  if (ours === theirs || ours === undefined || theirs === undefined) return;
  throw new Error(
    `${subject} is created in a stack of ${theirs}, but its class is built for ${ours}. Import the class from "${entries[theirs]}".`,
  );
}

/** Returns the npm package of the CDK class that a class extends, also if it is installed under an npm alias. */
const findCdk = onceFor((made: object): string | undefined => {
  for (let one: object | null = made; one !== null; one = Object.getPrototypeOf(one) as object | null) {
    const [cdk = ''] = ((one as Named)[NAME]?.fqn ?? '').split('.');
    if (cdk in entries) return cdk;
  }
  return undefined;
});

interface Named {
  readonly [NAME]?: { readonly fqn?: string };
}
