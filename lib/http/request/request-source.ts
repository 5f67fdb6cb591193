/** IP address of the caller, with or without CloudFront in front of the API (infra/docs/deployment.md#cloudfront-and-waf). */
import { createHash } from 'node:crypto';
import { DomainError } from '../../domain/errors.ts';

/** The members of API Gateway's event that this module reads. Header names are in lower case. */
interface ReceivedRequest {
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly requestContext: { readonly http: { readonly sourceIp: string } };
}

/** Header with the key of the distribution. CloudFront replaces a value that the caller sends. */
const EDGE_KEY_HEADER = 'x-edge-key';
/** Header with the IP address of the caller. CloudFront replaces a value that the caller sends. */
const VIEWER_ADDRESS_HEADER = 'x-viewer-address';

/** Parses the setting `EDGE_KEY_SHA256`: comma-separated SHA-256 hashes in hex, or nothing. */
export const readEdgeKeyHashes = (setting: string | undefined): readonly string[] =>
  (setting ?? '').split(',').filter(Boolean);

/**
 * Returns the IP address of the caller. Without CloudFront, it is the address that API Gateway reports. Behind
 * CloudFront, API Gateway reports an address of CloudFront, and the distribution sends the caller's address in a
 * header.
 * @param keyHashes hashes of the accepted keys of the distribution; empty when there is no distribution
 * @throws DomainError `forbidden` when there is a distribution and the request did not come through it. Requests that
 * API Gateway has authorised with IAM are exempt, because their signatures are valid only for API Gateway's own host
 * name
 */
export function readCallerIpAddress(
  { headers, requestContext }: ReceivedRequest,
  keyHashes: readonly string[],
): string {
  const isAuthorisedByIam = 'authorizer' in requestContext;
  if (keyHashes.length === 0 || isAuthorisedByIam) return requestContext.http.sourceIp;
  const { [EDGE_KEY_HEADER]: key = '', [VIEWER_ADDRESS_HEADER]: address } = headers;
  // The key has 256 random bits, so its hash reveals nothing, and the comparison need not take constant time.
  const keyHash = createHash('sha256').update(key).digest('hex');
  if (!address || !keyHashes.includes(keyHash)) throw new DomainError('forbidden');
  return address;
}
