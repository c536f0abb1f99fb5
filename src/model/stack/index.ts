/** A stack for people and pipelines: the page of the grammar, sentences about what is not data, and the stack that is planned. */
export { checkStack, type StackFile } from './check-stack';
export { classifyFile } from './loaded-files';
export { lineText, findOrigin, type Origin, type SourceLine } from './origin';
export { createPipelineStack, getProviders, type PipelineSettings } from './pipeline-stack';
export { PRODUCTIONS } from './productions';
export { describeRefusal, originIn, pathText, refusalText } from './refusal-text';
