import { api } from '../../core/api-client.ts';
import { t } from '../../core/language.ts';
import { Card, Page } from '../../ui/page.tsx';
import { MailRequest } from './mail-request.tsx';

export const ForgottenPasswordPage = () => (
  <Page title={t('forgotten')} lead={t('forgottenLead')} narrow>
    <Card>
      <MailRequest
        text={t('sendLink')}
        describeSent={email => t('resetMailSent', { email })}
        send={body => api.sendPasswordReset({ body })}
      />
    </Card>
  </Page>
);
