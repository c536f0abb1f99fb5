export { installPackage as default } from './installed-project';
