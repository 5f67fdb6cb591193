/**
 * Alarms on bounces and complaints. The rates belong to the whole account, so the alarms have no dimension. SES reviews
 * an account with 5 % bounces or 0.1 % complaints, and may then stop all of its mail.
 */
const { createAlarm, createMetric } = require('./alarm-templates.cjs');

const HIGHEST_OF_HOUR = { Statistic: 'Maximum', Period: 3600 };

const MAIL_ALARMS = {
  BouncesAlarm: createAlarm('More than 2 % of the mails bounced.', {
    ...createMetric('AWS/SES', 'Reputation.BounceRate'),
    ...HIGHEST_OF_HOUR,
    Threshold: 0.02,
  }),
  ComplaintsAlarm: createAlarm('More than 0.05 % of the mails caused a complaint.', {
    ...createMetric('AWS/SES', 'Reputation.ComplaintRate'),
    ...HIGHEST_OF_HOUR,
    Threshold: 0.0005,
  }),
};

module.exports = { MAIL_ALARMS };
