/**
 * Replacement for `@aws-sdk/signature-v4-multi-region` in every bundle. The service uses no multi-region access points
 * of S3, so requests are signed for one region only.
 */
// @ts-expect-error: the package declares no types for this path
import { SignatureV4SignWithCredentials } from '../../node_modules/@aws-sdk/signature-v4-multi-region/dist-es/SignatureV4SignWithCredentials.js';

export { SignatureV4SignWithCredentials };
export class SignatureV4MultiRegion extends SignatureV4SignWithCredentials {
  static sigv4aDependency = () => 'none';
}
