/**
 * Registration page for experts, in three steps with one submission at the end (infra/docs/api/registration.md). The
 * password and the scans, which no draft keeps, are in the last step.
 */
import type { RegisterExpertData } from '../../../../client/runtime/index.ts';
import { api, TURNSTILE_TOKEN } from '../../core/api-client.ts';
import { t } from '../../core/language.ts';
import { currentLocation, navigate } from '../../core/router.ts';
import { startSession } from '../../core/session.ts';
import { Form } from '../../ui/form.tsx';
import { Page } from '../../ui/page.tsx';
import { repeatPassword } from '../../ui/password-field.tsx';
import { FormStep, StepProgress } from '../../ui/steps.tsx';
import { AccessStep, CompanyStep, PersonStep } from './expert-steps.tsx';
import { GuestOnly } from './guest-only.tsx';

const PATH = '/register/expert';
const STEPS = [
  ['stepPerson', PersonStep],
  ['stepCompany', CompanyStep],
  ['stepAccess', AccessStep],
] as const;

const getStepUrl = (step: number): string => (step === 1 ? PATH : `${PATH}?step=${step}`);

/** Reads the step from the URL, so that the back button and a reload open the right step. */
function readStep(): number {
  const step = Number(currentLocation.value.query.get('step') ?? 1);
  return Number.isInteger(step) && step >= 1 && step <= STEPS.length ? step : 1;
}

export const RegisterExpertPage = () => (
  <GuestOnly>
    <ExpertRegistration />
  </GuestOnly>
);

function ExpertRegistration() {
  const current = readStep();
  const count = STEPS.length;
  return (
    <Page title={t('registerExpert')} lead={current === 1 && t('registerExpertLead')} narrow>
      <StepProgress current={current} titles={STEPS.map(([key]) => t(key))} getUrl={getStepUrl} />
      <Form
        label={t('registerExpert')}
        draft="register-expert"
        steps={{ current, count, onChange: (step, options) => navigate(getStepUrl(step), options) }}
        onSubmit={async (values: RegisterExpertData['body'], options) => {
          const body = { ...repeatPassword(values), turnstileToken: TURNSTILE_TOKEN };
          const { token } = await api.registerExpert({ body, ...options });
          await startSession(token);
          navigate('/', { replace: true });
        }}
      >
        {STEPS.map(([key, Fields], index) => (
          <FormStep
            key={key}
            step={index + 1}
            current={current}
            title={t(key)}
            backUrl={index > 0 ? getStepUrl(index) : undefined}
            submitText={index + 1 === count ? t('createAccount') : t('continue')}
          >
            <Fields />
          </FormStep>
        ))}
      </Form>
    </Page>
  );
}
