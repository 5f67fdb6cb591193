/** Jobs that have been given up, because the mail provider will never take their mail. */
import { PermanentFailure } from '../../lib/domain/errors.ts';
import { type Service, startService } from './start-service.ts';

/** A service whose mails are refused for good until `heal` is called. */
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
