/** Inspection of delivered documents in a worker thread with limits (infra/decisions/0025-document-check.md). */
import type { DocumentVerdict } from '../../domain/model/delivered-document.ts';
import type { DocumentInspector } from '../../domain/ports/files.ts';
import { log } from '../../log.ts';
import { type InspectionLimits, runInspectionThread } from '../inspection-thread.ts';

/** Result of an inspection. `reason` is a short code for the log; it is absent if the verdict is `ok`. */
export interface DocumentInspection {
  readonly verdict: DocumentVerdict;
  readonly reason?: string;
}

/** Limits that fit into the 512 MB of a Lambda function, which has about a third of a processor core. */
export const INSPECTION_LIMITS: InspectionLimits = { timeMs: 15_000, heapMb: 160, bufferMb: 96 };

const WORKER_SCRIPT = 'lib/platform/pdf/inspection-worker.cjs';

/**
 * Creates an inspector. A document that exceeds a limit is `too-complex`.
 *
 * `inspect` rejects only when the worker itself fails, for example because its script does not exist.
 */
export function createDocumentInspector(limits = INSPECTION_LIMITS): DocumentInspector {
  return {
    async inspect(content) {
      const result = await runInspectionThread<DocumentInspection>(WORKER_SCRIPT, content, limits);
      const { verdict, reason }: DocumentInspection =
        typeof result === 'string' ? { verdict: 'too-complex', reason: result } : result;
      log.info({ event: 'document.checked', detail: reason ? `${verdict}: ${reason}` : verdict });
      return verdict;
    },
  };
}
