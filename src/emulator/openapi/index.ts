/** The contract that the emulator publishes. */
export { createContractRoute, openApiDocument, type OpenApiDocument } from './document';
