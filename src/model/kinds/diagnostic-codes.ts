/**
 * The stable codes of the provider's errors and warnings: one for each cause and its remedy. Terraform prints them with the name
 * of the provider: `PLATFORM_OBJECT_EXISTS`. A code keeps its meaning, and is never reused.
 */
import type { Code } from '../api';

/** The code of an error of the API is derived from its status. */
export type DiagnosticCode = keyof typeof diagnosticCodes | `API_${Code}`;

/** The meaning of each code in one sentence, and the next step in the others. */
export const diagnosticCodes = {
  ACCESS_UNKNOWN:
    'The provider cannot determine the access of its token. Check the access, and look for duplicates after the run.',
  AMBIGUOUS_NAME: 'Several objects match, or hidden ones may match. Set the uid or the group.',
  CANNOT_ADOPT:
    'An existing object cannot be changed to its declaration. Delete the object, or declare its current values.',
  CHANGED_SINCE_PLAN: 'Someone else, or another resource, has changed the object since the plan. Plan again.',
  COUNT_MISMATCH:
    'The service counts more objects than it lists. Two readings agree, so you can continue. Report it to the operator of the service.',
  DECLARED_TWICE:
    'Two resources declare the same object. Remove one, change an attribute of its key, or set `on_existing = "create"` to allow duplicates.',
  DELETION_PROTECTED:
    'The plan deletes or replaces an object with `deletion_protection`. Revert the change, or apply `deletion_protection = false` first.',
  DEPRECATED: 'The configuration uses a deprecated attribute or block. Use the replacement that the message names.',
  DUPLICATE_OBJECT:
    'The service has a second object with the same key. Compare both, delete the one that you do not need, and import the other one.',
  EARLIER_CHANGE_FAILED: 'A change that must come first has failed. Correct its error, and apply again.',
  GROUP_REPLACED:
    'The plan replaces a group and everything under it. Revert the change of the attribute, unless you want that.',
  INVALID_IMPORT_ID: 'The import id or identity is malformed. Use the uid of the object or its path of names.',
  INVALID_LOOKUP:
    'A data source does not select one object. Set exactly one of the uid, the name and the other attributes of the lookup.',
  INVALID_RESPONSE:
    'The response does not have the form of the API. Check that `base_url` is the address of the API, and use the newest version of this provider.',
  INVALID_SETTING:
    'A setting in the provider block or the environment is invalid, or conflicts with another one. Correct or remove it.',
  INVALID_VALUE: 'A value in the configuration is missing, invalid or read-only. Correct the attribute.',
  LIKELY_MISTAKE: 'The configuration is valid but probably wrong. Check the attribute.',
  LIST_INCOMPLETE:
    'The token may be unable to see all objects. Give its identity a role with the `list` capability there.',
  LIST_UNREADABLE:
    'The API has no readable list of the kind. Use the uid instead of the name, and check `base_url` if other lists are missing.',
  MALFORMED_OBJECT:
    'The service returns an object that contradicts the API. Report it to the operator of the service, or use a newer version of this provider.',
  MANAGED_TWICE:
    'Two resources manage the same object. Keep one, and remove the other one with `terraform state rm`, which deletes nothing.',
  MISSING_SETTING:
    'The provider lacks an address or its authentication. Set the attribute in the provider block or its variable.',
  MOVE_REJECTED: 'The `moved` block names another kind or another object. Correct it, or import the object by its uid.',
  NEW_ORGANIZATION:
    'A group without a parent becomes an organization of its own. Set `parent_uid` if that is a mistake.',
  NOT_IMPORTABLE:
    'Terraform cannot manage the object or the type. Refer to it with a data source, or let Terraform create the object.',
  OBJECT_EXISTS:
    'The object to create already exists. Import it, add a `moved` block if you only renamed its resource, or set `on_existing`.',
  OBJECT_IN_USE:
    'Other objects refer to the object to delete. Apply the change of the references first, or delete them where they were created.',
  OBJECT_MAY_EXIST:
    'The token may create objects of the kind but not list them, so a create could be a duplicate. Give its identity a role with the `list` capability.',
  OBJECT_NOT_EMPTY:
    'The group to delete contains objects. Delete them where they were created, or import them, and apply again.',
  OBJECT_NOT_FOUND:
    'No object that the token can see has this name or uid. Check it, and that `base_url` and the token belong to its organization.',
  OTHER_ORGANIZATION:
    'The token belongs to another organization than the object, so nothing was sent. Use a token of that organization, or plan the stack of this one.',
  OUTCOME_UNKNOWN:
    'The response to a create was lost, and nothing proves its effect. Follow the message before you run again.',
  OWN_ACCESS_REMOVED:
    "The change removes access of the provider's own identity. Keep the access, or use another token.",
  PLACEHOLDER_UID:
    'A uid of a review plan is used as the uid of an object, or is not unique. Refer to the resource, or plan again with another value of `PLATFORM_PLAN_FOR_REVIEW`.',
  PROVIDER_MISTAKE: 'The provider contradicts its own schema. Report it.',
  PROVIDER_NOT_CONFIGURED:
    'A value of the provider block is unknown until other resources are applied. Apply those first with `-target`, or set it from a variable.',
  RATE_LIMITED: 'The service limits requests, so the run slowed down. Set `requests_per_second` to the printed rate.',
  REVIEW_PLAN:
    'The plan is for review only and cannot be applied. Unset `PLATFORM_PLAN_FOR_REVIEW`, and create the plan to apply.',
  SECRET_LOST:
    'The service shows a secret once, and it is no longer available. Replace the object to get another secret.',
  SECRET_NOT_STORED:
    'Without a public key, the secret of the new object is lost. Set the attribute for the key of its reader.',
  STATE_TOO_OLD:
    'This version cannot upgrade the stored state. Apply once with an earlier version of the provider, or import the object again.',
  STATE_UNREADABLE: 'The stored state is malformed. Restore it from a backup, or import the object again.',
  TERRAFORM_TOO_OLD:
    'This version of Terraform does not support the attribute. Use Terraform or OpenTofu 1.11 or newer, or remove the attribute.',
  TIME_LIMIT_EXCEEDED:
    'The operation exceeded its time limit in `timeouts`. Increase the limit if the service is only slow, and run again.',
  TLS_NOT_VERIFIED:
    'NODE_TLS_REJECT_UNAUTHORIZED turns off the check of certificates. Unset it, and set NODE_EXTRA_CA_CERTS for a certificate of your own authority.',
  UNDECLARED_OBJECTS:
    'The group has objects that the configuration does not declare. Declare and import those to keep, and delete the others.',
  UNDECLARED_UNKNOWN:
    'The objects of the group are known only after the apply, so the plan removes none. Plan again after the apply.',
  UNEXPECTED_ERROR:
    'The provider failed for a reason that it does not expect. Run again with TF_LOG=debug, and report the error.',
  UNKNOWN_TYPE: 'This version of the provider has no such type. Check the version of the provider.',
  VALUE_NORMALIZED: 'The service stores a text in another form. Write the stored value in the configuration.',
  VALUE_NOT_KEPT:
    'The service dropped or replaced a value that was sent. Check the object, and whether this service supports the attribute.',
  WRITE_NOT_APPROVED:
    'The approved report does not contain the write. Create and review a new plan, or apply the approved one.',
} as const;
