import type { Construct } from 'constructs';
import type { Values } from '../../src/model/api';
import { group } from '../../src/model/kinds';
import { propFields, propNames } from '../base/attributes';
import { isPlain, requireStack, requireType } from '../base/constructor-arguments';
import { metaArguments } from '../base/meta-arguments';
import { unknownProps } from '../base/problems';
import { Group, type GroupProps, type IGroup } from '../kinds/group';
import type { Identity } from '../kinds/identity';
import type { Role } from '../kinds/role';
import { CONTENTS } from './data-fields';
import { checkedContents, createMembers } from './declared-data';
import type { GroupContents } from './group-data';
import { memberAt, type Members } from './members';

const knownProps = [...Object.keys(CONTENTS), ...propNames(propFields(group)), ...metaArguments];

/** The props of a team: the props of a group, and its contents. */
export interface TeamProps<I extends string = string, G extends string = string>
  extends Omit<GroupProps, 'name'>, GroupContents<I, G> {
  /**
   * The name of the group, which should be unique in its parent.
   *
   * @default - the id
   */
  readonly name?: string;
}

/**
 * A group with its identities, people, custom roles, groups and grants in one declaration. It has all methods of a
 * group, and you can use it as a `group` or a `parent`.
 *
 * @example
 * const payments = new Team(acme, 'payments', {
 *   description: 'Takes the money.',
 *   identities: { ci: { servicePrincipal: 'SERVICE_PRINCIPAL_INGESTER', roles: ['editor'] } },
 *   people: { viewer: ['ada@example.com', { issuer: 'https://login.example.com', subject: 'grace' }] },
 * });
 * acme.grant(payments.identity('ci'), 'viewer');
 */
export class Team<I extends string = string, G extends string = string> extends Group {
  private readonly members: Members;

  /**
   * Creates a team: a group with its contents.
   *
   * @throws Error outside of a stack, without a parent, or with all problems in the keys and values of the contents.
   *   Synthesis reports all other problems together.
   */
  constructor(scope: Construct, id: string, props: TeamProps<I, G>) {
    const subject = requireStack('Team', scope, id);
    requireType(subject, 'the third argument', 'an object of props', props, isPlain);
    const isContent = ([key]: readonly [string, unknown]): boolean => Object.hasOwn(CONTENTS, key);
    const entries = Object.entries(props);
    const given: Values = Object.fromEntries(entries.filter(isContent));
    const own: Values = Object.fromEntries(entries.filter((entry) => !isContent(entry)));
    // A user's subclass may have props of its own.
    const unknown = new.target === Team ? unknownProps(props, knownProps) : [];
    const earlier = unknown.map((message) => ({ path: [], message }));
    const contents = checkedContents(subject, CONTENTS, given, undefined, earlier);
    super(scope, id, { name: id, ...own });
    this.members = createMembers(subject, this, contents, undefined);
  }

  /**
   * Returns an identity of the team, by its key, or by the path of keys in the groups of the team.
   *
   * @throws Error if the identity does not exist.
   */
  identity(path: I | `${G}/${string}`): Identity {
    return memberAt(`Team "${this.node.path}"`, 'identity', this.members.identities, path);
  }

  /**
   * Returns a group of the team, by its key, or by the path of keys.
   *
   * @throws Error if the group does not exist.
   */
  group(path: G | `${G}/${string}`): IGroup {
    return memberAt(`Team "${this.node.path}"`, 'group', this.members.groups, path);
  }

  /**
   * Returns a custom role of the team, by its key, or by the path of keys in the groups of the team.
   *
   * @throws Error if the role does not exist.
   */
  role(path: string): Role {
    return memberAt(`Team "${this.node.path}"`, 'role', this.members.roles, path);
  }
}
