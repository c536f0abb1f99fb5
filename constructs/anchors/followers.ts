/** Checks the resources that follow a rotation: for some time, a resource and its replacement both exist. */
import { TerraformResource } from 'cdktf';
import type { IConstruct } from 'constructs';
import { isObject, snakeCase } from '../../src/model/api';
import { getDeclaration } from '../../src/model/kinds';
import type { Declaration } from '../../src/model/schema';
import { listed } from '../../src/base/text/words';
import { isPending, propFields, propName } from '../base/attributes';
import { runInTextMode } from '../base/literal-text';
import { keyFields, mayCreateDuplicates } from '../base/duplicates';
import { findReaders } from '../base/left-out';
import { PlatformResource } from '../base/platform-resource';
import { warn } from '../base/problems';
import type { Anchor } from './anchor';

/**
 * Returns the resources whose replacement the provider would reject, because their natural key stays the same. Warns
 * about resources that refer to a replaced one, but are deleted before they are recreated.
 *
 * @param values The values of the rotation. A text that contains one of them changes with it.
 */
export function followerProblems(rotation: Anchor, values: readonly string[]): string[] {
  const nodes = rotation.cdktfStack.node.findAll();
  const resources = nodes.flatMap(asKeyed);
  const followers = resources.filter(({ resource }) => isReplacedWith(rotation, resource));
  if (followers.length === 0) {
    if (!isFollowed(rotation, nodes))
      warn(
        rotation,
        'No resource follows the rotation, so nothing is ever replaced. Pass its lifecycle to a resource.',
      );
    return [];
  }
  const rotated = followers.map(({ resource }) => resource.uid);
  const kept = new Set(nodes.flatMap(getUids).filter((uid) => !rotated.includes(uid)));
  const refersToRotated = ({ key }: Keyed): boolean => key.some((value) => rotated.some((uid) => value.includes(uid)));
  const isCreatedFirst = ({ resource }: Keyed): boolean => resource.lifecycle?.createBeforeDestroy === true;
  const changes = (value: string, resource: TerraformResource): boolean =>
    values.some((part) => part !== '' && value.includes(part)) ||
    (runInTextMode(resource, () => isPending(value)) && !kept.has(value));

  for (const { resource } of resources.filter((one) => refersToRotated(one) && !isCreatedFirst(one)))
    warn(
      resource,
      `When ${rotation.node.path} changes, Terraform deletes this object before it creates the new one. ` +
        'Pass the lifecycle of the rotation to keep access at all times.',
    );
  return followers
    .filter(
      (follower) =>
        isCreatedFirst(follower) &&
        !refersToRotated(follower) &&
        !follower.key.some((value) => changes(value, follower.resource)),
    )
    .filter(({ resource }) => !mayCreateDuplicates(resource))
    .map(({ resource, props }) =>
      props.includes('name')
        ? `replaces ${resource.node.path} under the same name, so the new object conflicts with the old one. ` +
          'Put a value of rotateOn into the name'
        : `replaces ${resource.node.path} by an object with the same ${listed(props, 'and')}, which conflicts with it. ` +
          'Pass the lifecycle only to objects that refer to a rotated one',
    );
}

/** Returns true if a resource of any provider is replaced with the rotation, or reads its id. */
function isFollowed(rotation: Anchor, nodes: readonly IConstruct[]): boolean {
  const isReplaced = (node: IConstruct): boolean =>
    node !== rotation && TerraformResource.isTerraformResource(node) && isReplacedWith(rotation, node);
  return (
    nodes.some(isReplaced) || findReaders([rotation], rotation.cdktfStack).some(({ reader }) => reader !== rotation)
  );
}

function isReplacedWith(rotation: Anchor, { lifecycle }: TerraformResource): boolean {
  return (lifecycle?.replaceTriggeredBy ?? []).some((cause) => cause === rotation || rotation.isAddress(cause));
}

/** A resource with the fields that identify its object. */
interface Keyed {
  readonly resource: PlatformResource;
  readonly key: readonly string[];
  readonly props: readonly string[];
}

function asKeyed(node: IConstruct): Keyed[] {
  if (!(node instanceof PlatformResource) || node.isLeftOut) return [];
  // Terraform decides the number of objects.
  if (node.count !== undefined || node.forEach !== undefined) return [];
  const declaration = getDeclaration(node.kind);
  const attributes = getAttributes(node);
  const names = keyFields(declaration);
  const key = names.map((name) => attributes[snakeCase(name)]).filter((value) => typeof value === 'string');
  return [{ resource: node, key, props: getProps(declaration, names) }];
}

function getProps(declaration: Declaration, names: readonly string[]): string[] {
  const fields = propFields(declaration);
  return names.map((name) => propName(name, fields[name]?.type));
}

function getAttributes(resource: TerraformResource): Readonly<Record<string, unknown>> {
  const json = resource.toTerraform() as { resource?: Record<string, Record<string, Record<string, unknown>>> };
  return json.resource?.[resource.terraformResourceType]?.[resource.friendlyUniqueId] ?? {};
}

function getUids(node: IConstruct): string[] {
  return isObject(node) && typeof node['uid'] === 'string' ? [node['uid']] : [];
}
