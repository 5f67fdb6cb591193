/**
 * Pages of the console by path, including the pages to which mails and payments lead
 * (infra/docs/frontends.md#pages-that-links-lead-to).
 */
import type { ComponentType } from 'preact';
import { ErrorPage } from '../ui/error-page.tsx';
import { CloseAccountPage } from './account/close-account.tsx';
import { DevicesPage } from './account/devices.tsx';
import { GoodbyePage } from './account/goodbye.tsx';
import { ProfilePage } from './account/profile.tsx';
import { SecurityPage } from './account/security.tsx';
import { VerificationPage } from './account/verification.tsx';
import { ForgottenPasswordPage } from './guest/forgotten-password.tsx';
import { RegisterClientPage } from './guest/register-client.tsx';
import { RegisterExpertPage } from './guest/register-expert.tsx';
import { HomePage } from './home.tsx';
import { OnboardingCompletedPage, OnboardingLinkExpiredPage } from './links/payment-account.tsx';
import { PaymentSuccessPage } from './links/payment-success.tsx';
import { ResetPasswordPage } from './links/reset-password.tsx';
import { VerifyEmailPage } from './links/verify-email.tsx';
import { CheckoutPage } from './testimonies/checkout.tsx';
import { NewTestimonyPage } from './testimonies/new-testimony.tsx';
import { OfferablePage } from './testimonies/offerable.tsx';
import { PayoutsPage } from './testimonies/payouts.tsx';
import { TestimonyPage } from './testimonies/testimony.tsx';

interface Route {
  /** Whether guests may see the page. All other pages require sign-in. */
  readonly isPublic?: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: the properties of a page depend on its path
  readonly page: ComponentType<any>;
}

const ROUTES: Readonly<Record<string, Route>> = {
  '/': { isPublic: true, page: HomePage },
  '/register/expert': { isPublic: true, page: RegisterExpertPage },
  '/register/client': { isPublic: true, page: RegisterClientPage },
  '/forgotten-password': { isPublic: true, page: ForgottenPasswordPage },
  '/verify-email': { isPublic: true, page: VerifyEmailPage },
  '/reset-password': { isPublic: true, page: ResetPasswordPage },
  '/payment/success': { isPublic: true, page: PaymentSuccessPage },
  '/payment-account/done': { isPublic: true, page: OnboardingCompletedPage },
  '/goodbye': { isPublic: true, page: GoodbyePage },
  '/payment-account/again': { page: OnboardingLinkExpiredPage },
  '/testimonies/new': { page: NewTestimonyPage },
  '/offerable': { page: OfferablePage },
  '/testimonies/:id': { page: TestimonyPage },
  '/testimonies/:id/checkout/:offerId': { page: CheckoutPage },
  '/account': { page: ProfilePage },
  '/account/security': { page: SecurityPage },
  '/account/devices': { page: DevicesPage },
  '/account/verification': { page: VerificationPage },
  '/account/payouts': { page: PayoutsPage },
  '/account/close': { page: CloseAccountPage },
};

export function findPage(path: string): Route & { parameters: Readonly<Record<string, string>> } {
  for (const [pattern, route] of Object.entries(ROUTES)) {
    const match = new RegExp(`^${pattern.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`).exec(path);
    if (match) return { ...route, parameters: match.groups ?? {} };
  }
  return { isPublic: true, page: ErrorPage, parameters: {} };
}
