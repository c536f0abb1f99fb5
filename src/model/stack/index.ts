/** A stack for people and pipelines: the page of the grammar, sentences about what is not data, and the stack that is planned. */
export * from './check-stack';
export * from './loaded-files';
export * from './origin';
export * from './pipeline-stack';
export * from './productions';
export * from './refusal-text';
