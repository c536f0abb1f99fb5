/** Between the declarations and Terraform: schemas, values, and where a field stands. */
export { attributesOf, parentAttribute, PROVIDER_NAME, resourceFields, resourceSchema, typeName } from './schema';
export { apiObject, apiValue } from './api-value';
export { attributePath, hclValue, inHcl } from './attribute-path';
export { appliedState, type Attributes, attributeValue, readState, uidOf } from './to-state';
export { createInput, differences, updateChanges } from './to-api';
export { semanticEquals } from './semantic-equality';
