/** Warnings of constructs, where users see them: however the program is run, and once however often it is synthesized. */
import { AnnotationMetadataEntryType, Annotations } from 'cdktf';
import type { Construct } from 'constructs';

/** Adds the warning to the construct. */
export function warn(construct: Construct, text: string): void {
  const warning: string = AnnotationMetadataEntryType.WARN;
  if (construct.node.metadata.some(({ type, data }) => type === warning && data === text)) return;
  Annotations.of(construct).addWarning(text);
  // The CDKTF CLI prints annotations; a program that is run by itself has nobody who does.
  if (process.env['CDKTF_CONTINUE_SYNTH_ON_ERROR_ANNOTATIONS'] === undefined)
    process.stderr.write(`[${construct.node.path}] ${text}\n`);
}
