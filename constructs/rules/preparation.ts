/** Finds out if `App.synth` synthesizes a stack, or a test does so alone. */
import { Lazy, type IResolvable } from 'cdktf';

/** `App.synth` prepares each stack before its validations. `Testing.synth` does not, and never validates the App. */
export class Preparation {
  private isPrepared = false;

  /** A value without effect, for the JSON of an element. */
  readonly mark: IResolvable = Lazy.anyValue({
    produce: ({ preparing }) => {
      if (preparing) this.isPrepared = true;
      return undefined;
    },
  });

  /** Returns true if `App.synth` has prepared the stack since the previous call. */
  take(): boolean {
    const { isPrepared } = this;
    this.isPrepared = false;
    return isPrepared;
  }
}
