/**
 * Alarms on the operators' own API and its functions. Operators send few requests, so one failure counts.
 *
 * @typedef {import('../../functions/index.cjs').FunctionEntry} FunctionEntry
 */
const { createAlarm, createMetric } = require('./alarm-templates.cjs');
const { createDurationAlarms } = require('./function-alarms.cjs');

/** @param {[string, FunctionEntry][]} entries */
const createOperatorAlarms = entries => ({
  OperatorServerErrorsAlarm: createAlarm('A request of an operator got a 5xx response.', {
    ...createMetric('AWS/ApiGateway', '5xx', { ApiId: { Ref: 'HttpApi' } }),
    ...{ pages: 'event', Statistic: 'Sum', Period: 300 },
  }),
  ...createDurationAlarms(entries, 'Operator'),
});

module.exports = { createOperatorAlarms };
