/** Provider functions (Terraform ≥ 1.8): pure, called without a configured provider. */
import type { CtyType } from '../values/types';

export interface Parameter {
  readonly name: string;
  readonly type: CtyType;
  readonly description?: string;
  /** Without it Terraform refuses a null argument. */
  readonly allowNull?: boolean;
  /** Without it the function is not called while an argument, or something inside it, is unknown. */
  readonly allowUnknown?: boolean;
}

export interface ProviderFunction {
  readonly parameters: readonly Parameter[];
  /** Takes all further arguments. */
  readonly variadic?: Parameter;
  readonly returns: CtyType;
  /** One line. */
  readonly summary?: string;
  /** Markdown. */
  readonly description?: string;
  readonly deprecated?: string;
  /** The same arguments must give the same result at all times. Throw {@link ArgError} for a bad argument. */
  call(...args: readonly unknown[]): unknown;
}

/** Points at the argument (counted from 0) that is wrong. */
export class ArgError extends Error {
  readonly argument: number;

  constructor(argument: number, message: string) {
    super(message);
    this.name = 'ArgError';
    this.argument = argument;
  }
}
