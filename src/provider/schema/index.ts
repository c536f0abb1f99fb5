/** From a declaration to what Terraform knows of the kind. */
export { attributesOf, nestedFields } from './attribute';
export { attributePath } from './attribute-path';
export { parentAttribute, PROVIDER_NAME, resourceFields, resourceSchema, typeName } from './resource-schema';
