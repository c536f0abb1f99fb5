import type { Code } from '../../api';

/**
 * Why a caller was turned away. The router answers it as an error of the model (specification §7) with ErrorInfo;
 * `message` is for a person and never quotes a token.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: Code;

  constructor(code: Code, message: string) {
    super(message);
    this.code = code;
  }
}
