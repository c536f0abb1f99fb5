/**
 * Remembers the props of a construct, so that policies can read them without its uid: reading a uid fixes the address.
 */
import type { IConstruct } from 'constructs';
import { PACKAGE_NAME, type Values } from '../../src/model/api';
import type { Declaration } from '../../src/model/schema';

/** All props of a construct, with references as the user passed them. */
export interface DeclaredProps {
  readonly declaration: Declaration;
  readonly props: Values;
  /** False for an existing object that is only found. */
  readonly isManaged: boolean;
}

/** A property, because a program can load several copies of this package. */
const key = Symbol.for(`${PACKAGE_NAME}/props`);

export function rememberProps(construct: IConstruct, declared: DeclaredProps): void {
  Object.defineProperty(construct, key, { value: declared });
}

/** Returns the props of a construct of this package, or `undefined` for any other construct. */
export function declaredProps(construct: IConstruct): DeclaredProps | undefined {
  return (construct as { readonly [key]?: DeclaredProps })[key];
}
