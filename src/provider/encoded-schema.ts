/**
 * Returns the provider's schema in the encoding of Terraform. The build inserts it, because every command of Terraform requests
 * it, and computing it took a tenth of the start. A test checks that it matches the declarations.
 */
export const encodedSchema: (() => Uint8Array) | undefined = undefined;
