/**
 * The provider's schema as Terraform gets it. The build puts it here, because every command of Terraform asks for it, and
 * working it out took a tenth of a start; a test holds that it is that of the declarations.
 */
export const encodedSchema: (() => Uint8Array) | undefined = undefined;
