/** Entry point of `npm run client -- <folder>`, which writes the npm package that frontends install, as a tarball. */
import { writePackage } from './write-package.ts';

const [folder] = process.argv.slice(2);
if (!folder) {
  console.error('Usage: npm run client -- <folder>');
  process.exit(2);
}
console.log(`Written: npm install ${writePackage(folder)}`);
