/** The flags that limit new access, in addition to the limits of the configuration. */
import { InvalidArgumentError } from 'commander';
import type { AccessLimit, ReviewConfiguration } from '../../review';

export interface LimitFlags {
  /** `--no-new-access`: false, as commander negates it. */
  readonly newAccess?: boolean;
  /** `--no-new-access-to`: limits; true without one. */
  readonly newAccessTo?: true | readonly AccessLimit[];
}

/** The limits of the command line; `undefined` without any. */
export function readLimits({ newAccess, newAccessTo }: LimitFlags): ReviewConfiguration['noNewAccess'] {
  if (newAccess === false) return true;
  return newAccessTo === true ? undefined : newAccessTo;
}

/** A limit of the command line adds to those of the configuration. */
export function withLimits(configuration: ReviewConfiguration, flags: LimitFlags): ReviewConfiguration {
  const [limits, known = []] = [readLimits(flags), configuration.noNewAccess];
  if (limits === undefined || known === true) return configuration;
  return { ...configuration, noNewAccess: limits === true ? true : [...known, ...limits] };
}

/** `CAPABILITY` or `CAPABILITY@GROUP`. */
export function collectedLimits(
  text: string,
  before: true | readonly AccessLimit[] | undefined,
): readonly AccessLimit[] {
  const at = text.indexOf('@');
  const [can, where] = at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
  if (can === '' || where === '')
    throw new InvalidArgumentError('Pass a capability, or a capability and a group: CAPABILITY@GROUP.');
  return [
    ...(Array.isArray(before) ? (before as AccessLimit[]) : []),
    { can: [can], ...(where !== undefined && { where: [where] }) },
  ];
}
