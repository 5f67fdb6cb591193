/**
 * The API under a name of the stage's own, if it has one: what mails, webhooks and frontends point to
 * then outlives the API.
 *
 * @typedef {import('../functions/index.cjs').Serverless} Serverless
 */
const { readStage } = require('../functions/stage.cjs');

/** @param {Serverless} serverless */
async function domain({ resolveConfigurationProperty }) {
  const stage = await readStage(resolveConfigurationProperty);
  if (!stage.domain) return {};
  const { name, certificate } = stage.domain;
  return {
    Resources: {
      Domain: {
        Type: 'AWS::ApiGatewayV2::DomainName',
        Properties: {
          DomainName: name,
          DomainNameConfigurations: [
            { CertificateArn: certificate, EndpointType: 'REGIONAL', SecurityPolicy: 'TLS_1_2' },
          ],
        },
      },
      DomainMapping: {
        Type: 'AWS::ApiGatewayV2::ApiMapping',
        Properties: {
          ApiId: { Ref: 'HttpApi' },
          DomainName: { Ref: 'Domain' },
          Stage: { Ref: 'HttpApiStage' },
        },
      },
    },
    Outputs: {
      DomainRecord: {
        Description: 'What a CNAME of the domain must hold.',
        Value: { 'Fn::GetAtt': ['Domain', 'RegionalDomainName'] },
      },
    },
  };
}

module.exports = { domain };
