/** Between Terraform's values and the API's. */
export { apiObject, apiValue } from './api-value';
export { attributeValue } from './attribute-value';
export { createInput, differences, updateChanges, type Difference, type Wanted } from './request';
export { sameMeaning, saysNothing } from './same-meaning';
export { appliedState, readState, uidOf, type Attributes } from './state';
