/**
 * Baseline of a cold start without the AWS SDK: a function that sends the same read as aws-sdk-read.ts over TLS with
 * Node's own modules only, signed with AWS Signature Version 4. `READ` contains the request body. The response must
 * contain `EMAIL`.
 */
const { createHash, createHmac } = require('node:crypto');
const { request } = require('node:https');

const { READ = '', EMAIL = '', AWS_REGION = '', AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } = process.env;
const { hostname, port, host } = new URL(process.env.AWS_ENDPOINT_URL_DYNAMODB ?? '');

/** @type {(key: string | Buffer, text: string) => Buffer} */
const hmac = (key, text) => createHmac('sha256', key).update(text).digest();
/** @type {(text: string) => string} */
const sha256 = text => createHash('sha256').update(text).digest('hex');

function signedHeaders() {
  const date = new Date().toISOString().replace(/[:-]|\.\d+/g, '');
  const day = date.slice(0, 8);
  const scope = `${day}/${AWS_REGION}/dynamodb/aws4_request`;
  const headers = {
    'content-type': 'application/x-amz-json-1.0',
    host,
    'x-amz-date': date,
    'x-amz-target': 'DynamoDB_20120810.BatchGetItem',
  };
  const names = Object.keys(headers).join(';');
  const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}\n`);
  const canonicalRequest = `POST\n/\n\n${lines.join('')}\n${names}\n${sha256(READ)}`;
  const dayKey = hmac(hmac(`AWS4${AWS_SECRET_ACCESS_KEY}`, day), AWS_REGION);
  const signingKey = hmac(hmac(dayKey, 'dynamodb'), 'aws4_request');
  const stringToSign = `AWS4-HMAC-SHA256\n${date}\n${scope}\n${sha256(canonicalRequest)}`;
  const signature = hmac(signingKey, stringToSign).toString('hex');
  const credential = `Credential=${AWS_ACCESS_KEY_ID}/${scope}`;
  const authorization = `AWS4-HMAC-SHA256 ${credential}, SignedHeaders=${names}, Signature=${signature}`;
  return { ...headers, authorization, 'content-length': Buffer.byteLength(READ) };
}

exports.handler = () =>
  new Promise((resolve, reject) => {
    request({ hostname, port, method: 'POST', headers: signedHeaders() }, async response => {
      let body = '';
      for await (const chunk of response) body += chunk;
      const items = Object.values(JSON.parse(body).Responses).flat();
      resolve({ statusCode: items.length === 2 && body.includes(EMAIL) ? 200 : 500 });
    })
      .on('error', reject)
      .end(READ);
  });
