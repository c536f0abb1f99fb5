export { providerAddress } from './address';
export { installProvider, installProviderForUser, type Installation } from './install-provider';
export { locateProvider, packageVersion } from './locate';
