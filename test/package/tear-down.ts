export { removePackage as default } from './installed-project';
