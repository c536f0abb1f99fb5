/**
 * The values of the rotations that an object follows. Terraform replaces the anchor of a rotation first, and forgets the
 * rotation if it then cannot create the object. So the object stores the values, too.
 */
import type { TerraformResource, TerraformStack } from 'cdktf';
import { isObject, PACKAGE_NAME, type Values } from '../../src/model/api';
import type { Fields } from '../../src/model/schema';
import { isPending } from './attributes';

/** A resource that others are replaced with, when one of its values changes. */
export interface RotationAnchor {
  readonly rotateOn: Readonly<Record<string, string>>;
  /** Returns true if a token of CDKTF is the address of the anchor. */
  isAddress(token: unknown): boolean;
}

/** The setting of a resource that stores the values. */
const FIELD = 'rotateOn';

/** A property, because a program can load several copies of this package. */
const key = Symbol.for(`${PACKAGE_NAME}/rotations`);

type WithRotations = TerraformStack & { [key]?: RotationAnchor[] };

export function rememberRotation(stack: TerraformStack, rotation: RotationAnchor): void {
  ((stack as WithRotations)[key] ??= []).push(rotation);
}

/** Returns the values of a resource, with those of the rotations whose lifecycle it has. */
export function withRotations(resource: TerraformResource, fields: Fields, values: Values): Values {
  const followed = followedBy(resource, fields);
  if (followed.length === 0) return values;
  return { ...values, [FIELD]: Object.assign({}, values[FIELD], ...followed) as Values };
}

/** Returns a problem for each key with several values: only one of them would be stored. */
export function rotationProblems(resource: TerraformResource, fields: Fields, { [FIELD]: own }: Values): string[] {
  const followed = followedBy(resource, fields);
  if (followed.length === 0) return [];
  if (isPending(own))
    return ['rotateOn must be an object without tokens for keys, because the lifecycle of a Rotation adds its values'];
  const rotateOnSources = [...(isObject(own) ? [own] : []), ...followed];
  const keys = [...new Set(rotateOnSources.flatMap((values) => Object.keys(values)))];
  return keys
    .filter((name) => new Set(rotateOnSources.flatMap((values) => (name in values ? [values[name]] : []))).size > 1)
    .map(
      (name) =>
        `rotateOn[${JSON.stringify(name)}] has several values, because the lifecycle of a Rotation has the same key. ` +
        'Rename one of the keys',
    );
}

/** Returns the values of each rotation that the resource follows. Kinds without the field cannot store them. */
function followedBy({ lifecycle, cdktfStack }: TerraformResource, fields: Fields): Values[] {
  const causes = lifecycle?.replaceTriggeredBy ?? [];
  if (causes.length === 0 || !Object.hasOwn(fields, FIELD)) return [];
  const rotations = (cdktfStack as WithRotations)[key] ?? [];
  return rotations
    .filter((rotation) => causes.some((cause) => (cause as unknown) === rotation || rotation.isAddress(cause)))
    .map(({ rotateOn }) => rotateOn);
}
