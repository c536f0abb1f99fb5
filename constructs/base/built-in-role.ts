/** The names of the built-in roles. */
import { nearest } from '../../src/model/api';

/**
 * The roles that every organization has. Every prop that takes a role also accepts one of these names as text: `role:
 * 'viewer'`.
 *
 * @example
 * new RoleBinding(stack, 'ci-views', { group: payments, identity: ci, role: BuiltInRole.viewer });
 */
export const BuiltInRole = {
  /** Can read every object, but not the contents of repositories. */
  consoleViewer: 'console_viewer',
  /** Can read every object and the contents of repositories. */
  viewer: 'viewer',
  /** Can do what a viewer can, and change repositories. */
  editor: 'editor',
  /** Can do what a viewer can, and create identities and role bindings. */
  limitedOwner: 'limited_owner',
  /** Can do everything, including changes of access. */
  owner: 'owner',
  /** Can pull images. */
  registryPull: 'registry.pull',
  /** Can pull, push and delete images, and create groups. */
  registryPush: 'registry.push',
  /** Can pull images and APK packages, and create identities and role bindings, which pull tokens consist of. */
  registryPullTokenCreator: 'registry.pull_token_creator',
  /** Can pull APK packages. */
  apkPull: 'apk.pull',
  /** Can pull libraries for Java. */
  librariesJavaPull: 'libraries.java.pull',
  /** Can pull libraries for JavaScript. */
  librariesJavascriptPull: 'libraries.javascript.pull',
  /** Can pull libraries for Python. */
  librariesPythonPull: 'libraries.python.pull',
} as const;

/** The name of a built-in role. */
export type BuiltInRoleName = (typeof BuiltInRole)[keyof typeof BuiltInRole];

/** Returns true if a value is the name of a built-in role. */
export function isBuiltInRoleName(value: unknown): value is BuiltInRoleName {
  return Object.values<unknown>(BuiltInRole).includes(value);
}

/** Returns the problem of a text that is neither a uid nor the name of a built-in role. */
export function unknownRoleProblem(prop: string, text: string): string {
  const names = Object.values(BuiltInRole);
  const suggestion = nearest(text, names);
  const problem = `${prop} must be a role, a uid or the name of a built-in role, and ${JSON.stringify(text)} is none of them`;
  if (suggestion !== undefined) return `${problem}; did you mean ${JSON.stringify(suggestion)}?`;
  return `${problem}. BuiltInRole contains the names, and Role.named(…) finds any other role`;
}
