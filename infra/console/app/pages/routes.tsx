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

// biome-ignore lint/suspicious/noExplicitAny: the properties of a page depend on its path
type PageComponent = ComponentType<any>;

/** Pages that guests may see. */
const PUBLIC_PAGES: Readonly<Record<string, PageComponent>> = {
  '/': HomePage,
  '/register/expert': RegisterExpertPage,
  '/register/client': RegisterClientPage,
  '/forgotten-password': ForgottenPasswordPage,
  '/verify-email': VerifyEmailPage,
  '/reset-password': ResetPasswordPage,
  '/payment/success': PaymentSuccessPage,
  '/payment-account/done': OnboardingCompletedPage,
  '/goodbye': GoodbyePage,
};

/** Pages that require sign-in. */
const USER_PAGES: Readonly<Record<string, PageComponent>> = {
  '/payment-account/again': OnboardingLinkExpiredPage,
  '/testimonies/new': NewTestimonyPage,
  '/offerable': OfferablePage,
  '/testimonies/:id': TestimonyPage,
  '/testimonies/:id/checkout/:offerId': CheckoutPage,
  '/account': ProfilePage,
  '/account/security': SecurityPage,
  '/account/devices': DevicesPage,
  '/account/verification': VerificationPage,
  '/account/payouts': PayoutsPage,
  '/account/close': CloseAccountPage,
};

export function findPage(path: string): { isPublic: boolean; page: PageComponent; parameters: object } {
  for (const [pattern, page] of Object.entries({ ...PUBLIC_PAGES, ...USER_PAGES })) {
    const match = new RegExp(`^${pattern.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`).exec(path);
    if (match) return { isPublic: pattern in PUBLIC_PAGES, page, parameters: match.groups ?? {} };
  }
  return { isPublic: true, page: ErrorPage, parameters: {} };
}
