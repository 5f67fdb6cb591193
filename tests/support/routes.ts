/** Every endpoint under its route: what API Gateway knows from infra/functions/*.yml. */
import { toggleInSandbox } from '../../functions/approvals/toggle-in-sandbox.ts';
import { login } from '../../functions/auth/login.ts';
import { logout } from '../../functions/auth/logout.ts';
import { registerClient } from '../../functions/auth/register-client.ts';
import { registerExpert } from '../../functions/auth/register-expert.ts';
import { resendVerification } from '../../functions/auth/resend-verification.ts';
import { resetPassword } from '../../functions/auth/reset-password.ts';
import { sendPasswordReset } from '../../functions/auth/send-password-reset.ts';
import { verifyEmail } from '../../functions/auth/verify-email.ts';
import { health } from '../../functions/health.ts';
import { listTokens } from '../../functions/me/list-tokens.ts';
import { openPaymentAccount } from '../../functions/me/open-payment-account.ts';
import { resubmitIdentityDocuments } from '../../functions/me/resubmit-identity-documents.ts';
import { revokeToken } from '../../functions/me/revoke-token.ts';
import { show } from '../../functions/me/show.ts';
import { update } from '../../functions/me/update.ts';
import { accept } from '../../functions/offers/accept.ts';
import { checkout } from '../../functions/offers/checkout.ts';
import { create as createOffer } from '../../functions/offers/create.ts';
import { list as listOffers } from '../../functions/offers/list.ts';
import { withdraw } from '../../functions/offers/withdraw.ts';
import { listExperts } from '../../functions/operator/list-experts.ts';
import { listJobs } from '../../functions/operator/list-jobs.ts';
import { openDocuments } from '../../functions/operator/open-documents.ts';
import { retryJob } from '../../functions/operator/retry-job.ts';
import { reviewIdentity } from '../../functions/operator/review-identity.ts';
import { setApproval } from '../../functions/operator/set-approval.ts';
import { showExpert } from '../../functions/operator/show-expert.ts';
import { cancel } from '../../functions/testimonies/cancel.ts';
import { complete } from '../../functions/testimonies/complete.ts';
import { create as createTestimony } from '../../functions/testimonies/create.ts';
import { download } from '../../functions/testimonies/download.ts';
import { list as listTestimonies } from '../../functions/testimonies/list.ts';
import { listOfferable } from '../../functions/testimonies/list-offerable.ts';
import { show as showTestimony } from '../../functions/testimonies/show.ts';
import { create as createUpload } from '../../functions/uploads/create.ts';
import { stripe } from '../../functions/webhooks/stripe.ts';
import type { Endpoint } from '../../lib/http/endpoint.ts';
import type { TestWorld } from './world.ts';

export type RouteNeeds = TestWorld & { readonly routes: readonly string[] };

export const ROUTES: Readonly<Record<string, Endpoint<RouteNeeds>>> = {
  'GET /api/v1/health': health,
  'POST /api/v1/auth/register/expert': registerExpert,
  'POST /api/v1/auth/register/client': registerClient,
  'POST /api/v1/auth/login': login,
  'POST /api/v1/auth/logout': logout,
  'GET /api/v1/auth/email/verify/{userId}/{hash}': verifyEmail,
  'POST /api/v1/auth/email/verify/resend': resendVerification,
  'POST /api/v1/auth/password/email': sendPasswordReset,
  'POST /api/v1/auth/password/reset': resetPassword,
  'GET /api/v1/me': show,
  'PUT /api/v1/me': update,
  'GET /api/v1/me/tokens': listTokens,
  'DELETE /api/v1/me/tokens/{id}': revokeToken,
  'PUT /api/v1/me/identity-documents': resubmitIdentityDocuments,
  'POST /api/v1/me/payment-account': openPaymentAccount,
  'POST /api/v1/sandbox/me/approval/toggle': toggleInSandbox,
  'POST /api/v1/uploads': createUpload,
  'POST /api/v1/webhooks/stripe': stripe,
  'POST /api/v1/testimonies': createTestimony,
  'GET /api/v1/testimonies': listTestimonies,
  'GET /api/v1/testimonies/offerable': listOfferable,
  'GET /api/v1/testimonies/{id}': showTestimony,
  'POST /api/v1/testimonies/{id}/cancel': cancel,
  'POST /api/v1/testimonies/{id}/complete': complete,
  'GET /api/v1/testimonies/{id}/download': download,
  'POST /api/v1/testimonies/{id}/offers': createOffer,
  'GET /api/v1/testimonies/{id}/offers': listOffers,
  'POST /api/v1/testimonies/offers/accept': accept,
  'POST /api/v1/testimonies/offers/{offerId}/checkout': checkout,
  'DELETE /api/v1/testimonies/offers/{offerId}': withdraw,
  'GET /api/v1/operator/experts': listExperts,
  'GET /api/v1/operator/experts/{id}': showExpert,
  'GET /api/v1/operator/experts/{id}/documents': openDocuments,
  'PUT /api/v1/operator/experts/{id}/approval': setApproval,
  'PUT /api/v1/operator/experts/{id}/identity-review': reviewIdentity,
  'GET /api/v1/operator/jobs': listJobs,
  'POST /api/v1/operator/jobs/{id}/retry': retryJob,
};

/** The route that API Gateway would choose for a request, and the values of its placeholders. */
export function findRoute(
  method: string,
  path: string,
): { readonly routeKey: string; readonly params: Record<string, string> } | undefined {
  for (const routeKey of Object.keys(ROUTES)) {
    const [routeMethod, template = ''] = routeKey.split(' ');
    const pattern = new RegExp(`^${template.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);
    const match = routeMethod === method && pattern.exec(path);
    if (match) return { routeKey, params: { ...match.groups } };
  }
  return undefined;
}
