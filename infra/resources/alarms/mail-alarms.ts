/**
 * Alarms on bounces and spam reports, which SES calls complaints. SES reports the rates of the whole account, so the
 * alarms have no dimension. SES reviews an account with 5 % bounces or 0.1 % complaints, and may then stop all of its
 * mail.
 */
import { createAlarm, createMetric, createQuery } from './alarm-templates.ts';

/**
 * Creates the alarm on a rate of the account. The alarm requires a minimum number of mails within a day, so that the
 * first bounce of a new account does not set it off. Each bounce also creates its own ticket.
 * @param rate name of the metric that counts the mails
 */
const createRateAlarm = (
  description: string,
  { name, minimum, percent }: { name: string; minimum: number; percent: number },
) =>
  createAlarm(description, {
    Metrics: [
      { Id: 'percent', Expression: `IF(FILL(mails, 0) >= ${minimum}, 100 * rate, 0)` },
      createQuery('mails', createMetric('AWS/SES', name), { Period: 86_400 }),
      createQuery('rate', createMetric('AWS/SES', `Reputation.${name}Rate`), {
        Stat: 'Maximum',
        Period: 86_400,
      }),
    ],
    Threshold: percent,
  });

export const MAIL_ALARMS = {
  BouncesAlarm: createRateAlarm('More than 2 % of the mails bounced, at least five of them within a day.', {
    name: 'Bounce',
    minimum: 5,
    percent: 2,
  }),
  ComplaintsAlarm: createRateAlarm(
    'More than 0.05 % of the mails caused a complaint, at least two of them within a day.',
    { name: 'Complaint', minimum: 2, percent: 0.05 },
  ),
};
