/**
 * Custom domain of the API, if the stage has one. With a custom domain, the API's URL in mails, webhook settings and
 * frontends stays valid when the API is replaced.
 *
 * @typedef {import('../functions/index.cjs').Serverless} Serverless
 */
const { readStage } = require('../functions/stage.cjs');

/**
 * Creates the domain's resources, for the `resources` section of serverless.yml.
 *
 * @param {Serverless} serverless
 */
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
        Description: 'Target of the CNAME record of the domain.',
        Value: { 'Fn::GetAtt': ['Domain', 'RegionalDomainName'] },
      },
    },
  };
}

module.exports = { domain };
