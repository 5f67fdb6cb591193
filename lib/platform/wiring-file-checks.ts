/** Dependencies of the function that checks files (see wiring.ts). */
import type { FileCheckDependencies } from '../domain/jobs/run-file-check.ts';
import { createImageInspector } from './images/image-inspector.ts';
import { createDocumentInspector } from './pdf/document-inspector.ts';
import { clock, documents, jobs, malwareChecks } from './wiring.ts';

export const fileCheckDependencies: FileCheckDependencies = {
  clock,
  documentInspector: createDocumentInspector(),
  documents,
  imageInspector: createImageInspector(),
  jobs,
  malwareChecks,
};
