export { executableName, providerAddress } from './address';
export { installProvider, installProviderForUser, type Installation, type InstallOptions } from './install-provider';
export { locateProvider, packageVersion, type ProviderBuild } from './locate';
