/** Dependencies of the function that checks files (see wiring.ts). */
import type { FileCheckDependencies } from '../domain/jobs/run-file-check.ts';
import { createImageInspector } from './images/image-inspector.ts';
import { createDocumentInspector } from './pdf/document-inspector.ts';
import * as wiring from './wiring.ts';

export const fileCheckDependencies: FileCheckDependencies = {
  clock: wiring.clock,
  documentInspector: createDocumentInspector(),
  documents: wiring.documents,
  imageInspector: createImageInspector(),
  jobs: wiring.jobs,
  malwareChecks: wiring.malwareChecks,
};
