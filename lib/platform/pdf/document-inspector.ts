/** Inspection of delivered documents in a child process with limits (infra/decisions/0025-document-check.md). */
import type { DocumentVerdict } from '../../domain/model/testimonies/delivered-document.ts';
import type { DocumentInspector } from '../../domain/ports/files.ts';
import { log } from '../../log.ts';
import { type InspectionLimits, runInspectionProcess } from '../inspection-process.ts';

/** Result of an inspection. `reason` is a short code for the log; it is absent if the verdict is `ok`. */
export interface DocumentInspection {
  readonly verdict: DocumentVerdict;
  readonly reason?: string;
}

/** Limits that fit into the 1,024 MB of the function, which has more than half of a processor core. */
export const INSPECTION_LIMITS: InspectionLimits = { timeMs: 15_000, heapMb: 160, residentMb: 384 };

const SCRIPT = 'lib/platform/pdf/inspection-worker.cjs';

/**
 * Creates an inspector. A document that exceeds a limit is `too-complex`.
 *
 * `inspect` rejects only when the script itself fails, for example because it does not exist.
 */
export function createDocumentInspector(limits = INSPECTION_LIMITS): DocumentInspector {
  return {
    async inspect(content) {
      const result = await runInspectionProcess<DocumentInspection>(SCRIPT, { content }, limits);
      const { verdict, reason }: DocumentInspection =
        typeof result === 'string' ? { verdict: 'too-complex', reason: result } : result;
      log.info({ event: 'document.checked', detail: reason ? `${verdict}: ${reason}` : verdict });
      return verdict;
    },
  };
}
