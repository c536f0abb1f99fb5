/** A trust as plain data, in files of organizations. */
import type { TrustProps } from '../platforms/trust-props';

export type PlatformName = keyof TrustProps;

/** A trust as plain data: the name of a platform, and the props of its factory. */
export type TrustData = {
  [Name in PlatformName]: { readonly [_ in Name]: TrustProps[Name] } & {
    readonly [_ in Exclude<PlatformName, Name>]?: undefined;
  };
}[PlatformName];
