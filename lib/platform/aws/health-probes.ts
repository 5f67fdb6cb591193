/** Probes of the table, the bucket, the mail quota and the payment provider. They read no personal data. */
import { GetSendQuotaCommand, type SESClient } from '@aws-sdk/client-ses';
import { DomainError } from '../../domain/errors.ts';
import type { HealthProbes } from '../../domain/ports/health.ts';
import type { Payments } from '../../domain/ports/payments.ts';
import type { Clock } from '../../domain/ports/services.ts';
import { HOUR } from '../../durations.ts';
import type { Environment } from '../environment.ts';
import { createSesClient } from './clients.ts';
import { type Bucket, readObject } from './files/bucket.ts';
import { readItem, type Table } from './table/table.ts';

const NO_ITEM = { pk: 'HEALTH#', sk: 'HEALTH#' };

/** Key of an object that does not exist. Looking for it requires the same permissions as reading an existing object. */
const NO_OBJECT = 'incoming/health';

export function createHealthProbes(
  table: Table,
  bucket: Bucket,
  payments: Pick<Payments, 'listTransactions'>,
  environment: Environment,
  clock: Clock,
  ses: SESClient = createSesClient(environment),
): HealthProbes {
  return {
    async table() {
      await readItem(table, NO_ITEM);
    },

    async bucket() {
      await readObject(bucket, NO_OBJECT);
    },

    /** The probe also fails when the daily quota is used up, because no mail can be sent then. */
    async mail() {
      const { Max24HourSend = 0, SentLast24Hours = 0 } = await ses.send(new GetSendQuotaCommand({}));
      if (Max24HourSend >= 0 && SentLast24Hours >= Max24HourSend) throw new DomainError('unavailable');
    },

    /** Lists the balance transactions of the last hour, because the service's key already has this permission. */
    async payments() {
      const now = clock.now().getTime();
      const [from, to] = [now - HOUR, now].map(time => new Date(time).toISOString());
      await payments.listTransactions({ from: String(from), to: String(to) }, undefined);
    },
  };
}
