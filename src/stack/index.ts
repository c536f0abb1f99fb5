/** The grammar of a stack that is data: its files contain values and references, and no program. */
export { checkStack, type CheckedStack, type StackFile } from './check-stack';
export { classifyFile } from './loaded-files';
export { originOf, type Origin, type SourceLine } from './origin';
export { createPipelineStack, providersOf, type PipelineSettings } from './pipeline-stack';
export { PRODUCTIONS } from './productions';
export { refusalText, type NotData } from './refusal';
