/** Service with dead jobs, whose mails the mail provider rejects permanently. */
import { PermanentFailure } from '../../lib/domain/errors.ts';
import { type Service, startService } from './start-service.ts';

/** Starts a service whose mails are rejected permanently until `acceptMails` is called. */
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
  const heal = () => {
    healed = true;
  };
  return { service, acceptMails: heal };
}
