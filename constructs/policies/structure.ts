/** Policies about groups and names. */
import type { DeclaredObject } from './declared';
import type { OwnCheck } from './policy';

/** The names of groups between the root and the object count as one level each. */
export function maxDepth(levels: number): OwnCheck {
  return ({ organization: { groups } }, report) => {
    for (const group of groups) {
      if (!group.isManaged) continue;
      if (group.depth === undefined) report.unknown(group, 'only Terraform knows its place in the organization');
      else if (group.depth > levels) report(group, `is at level ${group.depth}, and the maximum is ${levels}`);
    }
  };
}

/** Returns a check of the names of managed objects. */
export function naming(pattern: RegExp, kinds: readonly string[] | undefined): OwnCheck {
  // The state of a global or sticky expression would skip names.
  const expression = new RegExp(pattern.source, pattern.flags.replace(/[gy]/g, ''));
  return ({ organization: { objects }, unknown }, report) => {
    for (const object of named(objects, kinds)) {
      if (object.name !== undefined) {
        if (!expression.test(object.name))
          report(object, `has the name ${JSON.stringify(object.name)}, which does not match ${String(expression)}`);
      } else if (isNameUnknown(object, unknown)) report.unknown(object, 'only Terraform knows its name');
    }
  };
}

/** Returns a check for names that two managed objects of one kind have, in one organization or in one group. */
export function uniqueNames(within: 'organization' | 'group', kinds: readonly string[] | undefined): OwnCheck {
  return ({ organization: { objects }, unknown }, report) => {
    const firsts = new Map<string, DeclaredObject>();
    for (const object of named(objects, kinds)) {
      const { kind, name, construct } = object;
      if (name === undefined) {
        if (isNameUnknown(object, unknown)) report.unknown(object, 'only Terraform knows its name');
        continue;
      }
      const place = within === 'group' ? object.group : rootOf(object);
      const id = JSON.stringify([kind, name.toLowerCase(), place?.construct.node.path ?? '']);
      const first = firsts.get(id) ?? object;
      firsts.set(id, first);
      if (first.construct === construct) continue;
      report(object, `has the same name as ${first.path} (${first.construct.node.path})`);
    }
  };
}

function named(objects: readonly DeclaredObject[], kinds: readonly string[] | undefined): DeclaredObject[] {
  return objects.filter(({ isManaged, kind }) => isManaged && (kinds?.includes(kind) ?? true));
}

function isNameUnknown(
  { construct }: DeclaredObject,
  unknown: readonly { readonly construct: unknown; readonly prop: string }[],
): boolean {
  return unknown.some((value) => value.construct === construct && value.prop === 'name');
}

function rootOf(object: DeclaredObject): DeclaredObject | undefined {
  let root = object.group;
  while (root?.group !== undefined) root = root.group;
  return root;
}
