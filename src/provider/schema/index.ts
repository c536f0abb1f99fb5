/** From a declaration to what Terraform knows of the kind. */
export { attributesOf } from './attribute';
export { isWriteOnly, nestedFields, versionAttribute } from './nested-fields';
export { attributePath } from './attribute-path';
export { hclValue, inHcl } from './hcl-words';
export { parentAttribute, PROVIDER_NAME, resourceFields, resourceSchema, typeName } from './resource-schema';
