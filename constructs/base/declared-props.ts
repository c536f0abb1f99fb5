/** Remembers what a construct declares, so that policies read it without its uid: reading a uid fixes the address. */
import type { IConstruct } from 'constructs';
import { PACKAGE_NAME, type Values } from '../../src/api';
import type { Declaration } from '../../src/schema';

/** The props of a construct, complete and with references as the user gave them. */
export interface DeclaredProps {
  readonly declaration: Declaration;
  readonly props: Values;
  /** False for an object that exists already and is only found. */
  readonly isManaged: boolean;
}

/** A property, because a program can load several copies of this package. */
const key = Symbol.for(`${PACKAGE_NAME}/props`);

export function rememberProps(construct: IConstruct, declared: DeclaredProps): void {
  Object.defineProperty(construct, key, { value: declared });
}

/** Returns the props of a construct of this package; `undefined` for any other. */
export function declaredProps(construct: IConstruct): DeclaredProps | undefined {
  return (construct as { readonly [key]?: DeclaredProps })[key];
}
