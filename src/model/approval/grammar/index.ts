/** The grammar of a stack that is data: its files contain values and references, and no program. */
export { checkDocuments, type GrammarOptions, type StackDocument } from './check-documents';
export { hasOwnUid, isKnownAttribute, resourceArguments } from './known-types';
export { readReference, readTemplate, type StackReference } from './references';
export type { JsonPath, NotData, RefusalCode } from './refusal';
export { siblingPattern } from './values';
