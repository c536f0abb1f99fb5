/** Runs the proof of written files, and prints its result. */
import { fewLines } from '../../base/text/words';
import type { Interruption, Output } from '../process';
import type { ProgressLine } from './progress';
import { exitCodes } from './reading';
import { InterruptedError, StepError, verifyProject, type VerifyProjectOptions } from './verify';

export interface ProofOutput {
  readonly interruption: Interruption;
  readonly output: Output;
  readonly progress: ProgressLine;
  readonly say: (text: string) => void;
}

/** The written files in the messages of a proof. */
export interface ProofWords {
  /** The plan, such as `Plan`. */
  readonly plan: string;
  /** The subject and the verb of the differences, such as `The project differs`. */
  readonly differs: string;
  /** The message before the reason of a failed step. */
  readonly unproven: string;
  /** The next step after an interruption. */
  readonly repeat: string;
}

/** Returns the exit code: `proven` only if the plan imports everything, changes nothing, and nobody gains or loses access. */
export async function proveFiles(
  files: Omit<VerifyProjectOptions, 'onStep'>,
  { interruption, output, progress, say }: ProofOutput,
  words: ProofWords,
): Promise<number> {
  try {
    if ((await interruption.heard()) !== undefined) throw new InterruptedError();
    const { summary, differences } = await verifyProject({ ...files, onStep: (step) => progress.show(step) });
    progress.end();
    output.out(`${words.plan}: ${summary}.\n`);
    if (differences.length === 0) {
      output.out('Access: nobody gains or loses anything.\n');
      return exitCodes.proven;
    }
    say(`${words.differs} from the organization:\n${fewLines(differences).trimEnd()}`);
    return exitCodes.failed;
  } catch (error) {
    progress.end();
    if (error instanceof InterruptedError) {
      say(`Interrupted. ${words.unproven} ${words.repeat}`);
      return exitCodes.failed;
    }
    if (!(error instanceof StepError)) throw error;
    say(`${words.unproven} ${error.message}`);
    return exitCodes.failed;
  }
}
