/** Service with dead mail jobs: the mailer rejects all mails permanently. */
import { PermanentFailure } from '../../lib/domain/errors.ts';
import { type Service, startService } from './start-service.ts';

/** Starts a service whose mailer rejects all mails permanently until the test calls `acceptMails`. */
export async function startWithRejectedMails(): Promise<{ service: Service; acceptMails: () => void }> {
  let healed = false;
  const service = await startService({}, ({ mailer }) => ({
    mailer: {
      ...mailer,
      send: async (to, mail) => {
        if (!healed) throw new PermanentFailure('MessageRejected');
        return mailer.send(to, mail);
      },
    },
  }));
  const acceptMails = () => {
    healed = true;
  };
  return { service, acceptMails };
}
