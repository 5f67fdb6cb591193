/** Access of operators to the delivered documents that they decide about (infra/docs/api/operators.md). */
import { createAuditEntry } from '../changes.ts';
import { DomainError } from '../errors.ts';
import { createLinkIfClean } from '../files/malware.ts';
import type { Testimony } from '../model/testimonies/testimony.ts';
import { findWaitingMoney } from '../money/money-rules.ts';
import type { Dependencies } from '../ports/dependencies.ts';
import { createDocumentLink, type DocumentLink } from './delivery.ts';

interface DocumentVersionLink {
  readonly deliveredAt: string;
  readonly link: DocumentLink | null;
}

/**
 * Creates links to all versions of the document, oldest first. The audit entry is written before the links are created.
 * @throws DomainError `wrong-state` when no document was delivered, or when the testimony never had a complaint and is
 *   in no operators' list, so that no decision requires the document
 */
export async function openTestimonyDocuments(
  testimony: Testimony,
  who: string,
  deps: Pick<Dependencies, 'audit' | 'clock' | 'malwareChecks' | 'objectLinks' | 'random'>,
): Promise<DocumentVersionLink[]> {
  const versions = testimony.documents;
  if (versions.length === 0 || !isForOperators(testimony)) throw new DomainError('wrong-state');
  await deps.audit.add(
    createAuditEntry({ subjectId: testimony.id, who, why: null, what: 'documents opened' }, deps),
  );
  return Promise.all(
    versions.map(async ({ key, deliveredAt }) => ({
      deliveredAt,
      link: await createLinkIfClean(() => createDocumentLink(testimony, key, deps)),
    })),
  );
}

/** Returns whether an operator must decide, or has decided, about the testimony. */
const isForOperators = (testimony: Testimony): boolean =>
  Boolean(testimony.complaint) || findWaitingMoney(testimony) !== undefined;
