/**
 * Resources that serve the console, in sandbox stages only: a bucket that only CloudFront can read, and a distribution
 * with the headers of infra/console/security-headers.ts.
 */

import { createContentSecurityPolicy, SECURITY_HEADERS } from '../console/security-headers.ts';
import type { Stage } from '../functions/stage.ts';
import { isSandbox, readStage } from '../functions/stage.ts';
import type { Serverless } from '../parts/serverless.ts';

/**
 * Name of the CloudFront resources. It contains the region, because CloudFront is global: otherwise the same stage
 * could not exist in two regions.
 */
const RESOURCE_NAME = { 'Fn::Sub': `\${AWS::StackName}-\${AWS::Region}-console` };

/** Id of AWS's cache policy "CachingOptimized", which follows the `Cache-Control` header of each file. */
const CACHE_POLICY_ID = '658327ea-f89d-4fab-a63d-7e88639e58f6';

/** Code that serves index.html for every path without a file extension, because the browser selects the page. */
const PATH_FUNCTION_CODE = `function handler(event) {
  if (!/\\.\\w+$/.test(event.request.uri)) event.request.uri = '/index.html';
  return event.request;
}`;

/** Creates the console's resources, for the `resources` section of serverless.yml. */
export async function console({ resolveConfigurationProperty }: Serverless) {
  const stage = await readStage(resolveConfigurationProperty);
  if (!isSandbox(stage) || !stage.console) return {};
  return {
    Resources: {
      ...BUCKET_RESOURCES,
      ConsolePaths: {
        Type: 'AWS::CloudFront::Function',
        Properties: {
          Name: RESOURCE_NAME,
          AutoPublish: true,
          FunctionCode: PATH_FUNCTION_CODE,
          FunctionConfig: { Comment: 'Serves index.html for all pages.', Runtime: 'cloudfront-js-2.0' },
        },
      },
      ConsoleHeaders: createHeadersPolicy(stage),
      Console: createDistribution(stage),
    },
    Outputs: {
      ConsoleUrl: {
        Description: 'URL of the console.',
        Value: { 'Fn::Sub': `https://\${Console.DomainName}` },
      },
      ConsoleFiles: { Description: 'Bucket of the console files.', Value: { Ref: 'ConsoleFiles' } },
      ConsoleDistribution: { Description: 'Distribution of the console.', Value: { Ref: 'Console' } },
    },
  };
}

const BUCKET_RESOURCES = {
  ConsoleFiles: {
    Type: 'AWS::S3::Bucket',
    Properties: {
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
      OwnershipControls: { Rules: [{ ObjectOwnership: 'BucketOwnerEnforced' }] },
      BucketEncryption: {
        ServerSideEncryptionConfiguration: [{ ServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } }],
      },
    },
  },
  ConsoleFilesForCloudFront: {
    Type: 'AWS::S3::BucketPolicy',
    Properties: {
      Bucket: { Ref: 'ConsoleFiles' },
      PolicyDocument: {
        Version: '2012-10-17',
        Statement: [
          {
            Effect: 'Allow',
            Principal: { Service: 'cloudfront.amazonaws.com' },
            Action: 's3:GetObject',
            Resource: { 'Fn::Sub': `\${ConsoleFiles.Arn}/*` },
            Condition: {
              StringEquals: {
                'AWS:SourceArn': {
                  'Fn::Sub': `arn:\${AWS::Partition}:cloudfront::\${AWS::AccountId}:distribution/\${Console}`,
                },
              },
            },
          },
          {
            Sid: 'TlsOnly',
            Effect: 'Deny',
            Principal: '*',
            Action: 's3:*',
            Resource: [{ 'Fn::GetAtt': ['ConsoleFiles', 'Arn'] }, { 'Fn::Sub': `\${ConsoleFiles.Arn}/*` }],
            Condition: { Bool: { 'aws:SecureTransport': 'false' } },
          },
        ],
      },
    },
  },
  ConsoleAccess: {
    Type: 'AWS::CloudFront::OriginAccessControl',
    Properties: {
      OriginAccessControlConfig: {
        Name: RESOURCE_NAME,
        OriginAccessControlOriginType: 's3',
        SigningBehavior: 'always',
        SigningProtocol: 'sigv4',
      },
    },
  },
};

/** Creates the CloudFront policy that adds the security headers to responses. */
const createHeadersPolicy = ({ settings }: Stage) => ({
  Type: 'AWS::CloudFront::ResponseHeadersPolicy',
  Properties: {
    ResponseHeadersPolicyConfig: {
      Name: RESOURCE_NAME,
      SecurityHeadersConfig: {
        ContentSecurityPolicy: {
          ContentSecurityPolicy: {
            'Fn::Sub': [
              createContentSecurityPolicy(`\${Api}`, `https://\${Bucket}`),
              {
                Api: settings.API_URL,
                Bucket: { 'Fn::Sub': `\${Scans}.s3.\${AWS::Region}.\${AWS::URLSuffix}` },
              },
            ],
          },
          Override: true,
        },
        ContentTypeOptions: { Override: true },
        ReferrerPolicy: { ReferrerPolicy: SECURITY_HEADERS['referrer-policy'], Override: true },
        StrictTransportSecurity: {
          AccessControlMaxAgeSec: 63_072_000,
          IncludeSubdomains: true,
          Override: true,
        },
      },
      CustomHeadersConfig: {
        Items: [
          {
            Header: 'cross-origin-opener-policy',
            Value: SECURITY_HEADERS['cross-origin-opener-policy'],
            Override: true,
          },
        ],
      },
    },
  },
});

/** Creates the CloudFront distribution. With a certificate, it has the host name of `FRONTEND_URL`. */
const createDistribution = ({ console: consoleSettings, settings }: Stage) => ({
  Type: 'AWS::CloudFront::Distribution',
  Properties: {
    DistributionConfig: {
      Enabled: true,
      HttpVersion: 'http2and3',
      PriceClass: 'PriceClass_100',
      DefaultRootObject: 'index.html',
      Origins: [
        {
          Id: 'files',
          DomainName: { 'Fn::GetAtt': ['ConsoleFiles', 'RegionalDomainName'] },
          OriginAccessControlId: { 'Fn::GetAtt': ['ConsoleAccess', 'Id'] },
          S3OriginConfig: { OriginAccessIdentity: '' },
        },
      ],
      DefaultCacheBehavior: {
        TargetOriginId: 'files',
        ViewerProtocolPolicy: 'redirect-to-https',
        CachePolicyId: CACHE_POLICY_ID,
        ResponseHeadersPolicyId: { Ref: 'ConsoleHeaders' },
        Compress: true,
        FunctionAssociations: [
          { EventType: 'viewer-request', FunctionARN: { 'Fn::GetAtt': ['ConsolePaths', 'FunctionARN'] } },
        ],
      },
      ...(consoleSettings?.certificate && {
        Aliases: [new URL(String(settings.FRONTEND_URL)).hostname],
        ViewerCertificate: {
          AcmCertificateArn: consoleSettings.certificate,
          MinimumProtocolVersion: 'TLSv1.2_2021',
          SslSupportMethod: 'sni-only',
        },
      }),
    },
  },
});
