/** Entry point of `npm run client -- <folder>`, which writes the npm package that frontends install, as a tarball. */
import { Command } from 'commander';
import { writePackage, writeServedPackage } from './write-package.ts';

const [folder] = new Command('npm run client --')
  .description('Write the npm package that frontends install, as a tarball.')
  .argument('[folder]', 'Folder for the tarball, by default that from which the local stack serves it.')
  .parse().args;
if (folder) console.log(`Written: npm install ${writePackage(folder)}`);
else writeServedPackage();
