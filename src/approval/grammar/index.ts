/** The grammar of a stack that is data: its files contain values and references, and no program. */
export { checkDocuments, type StackDocument } from './check-documents';
export { checkStack, type CheckedStack, type StackFile } from './check-stack';
export { readJsonText } from './json-text';
export { hasOwnUid, resourceArguments } from './known-types';
export { classifyFile } from './loaded-files';
export { originOf, type Origin, type SourceLine } from './origin';
export { createPipelineStack, providersOf, type PipelineSettings } from './pipeline-stack';
export { PRODUCTIONS } from './productions';
export { readReference, readTemplate, type Reference } from './references';
export { pathText, refusalText, type NotData } from './refusal';
