/** The grammar of a stack that is data: its files contain values and references, and no program. */
export { checkDocuments, type StackDocument } from './check-documents';
export { checkStack, type CheckedStack, type StackFile } from './check-stack';
export { readJsonText, type JsonPath } from './json-text';
export { hasOwnUid, resourceArguments } from './known-types';
export { classifyFile } from './loaded-files';
export { readReference, readTemplate, type Reference } from './references';
export { isReviewed, type NotData, type RefusalCode } from './refusal';
export { siblingPattern } from './values';
