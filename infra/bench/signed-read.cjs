/**
 * The floor under a cold start: the same read of the table over TLS with what Node alone brings, signed (AWS
 * Signature Version 4) and looked at. `READ` holds the call's input, `FOUND` what its answer must contain.
 */
const { createHash, createHmac } = require('node:crypto');
const { request } = require('node:https');

const { READ = '', FOUND = '', AWS_REGION, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } = process.env;
const { hostname, port, host } = new URL(process.env.AWS_ENDPOINT_URL_DYNAMODB ?? '');

/** @type {(key: string | Buffer, text: string) => Buffer} */
const hmac = (key, text) => createHmac('sha256', key).update(text).digest();
/** @type {(text: string) => string} */
const hash = text => createHash('sha256').update(text).digest('hex');

function signed() {
  const date = `${new Date().toISOString().replace(/[:-]|\.\d+/g, '')}`;
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
  const canonical = `POST\n/\n\n${lines.join('')}\n${names}\n${hash(READ)}`;
  const ofDay = hmac(hmac(`AWS4${AWS_SECRET_ACCESS_KEY}`, day), AWS_REGION ?? '');
  const key = hmac(hmac(ofDay, 'dynamodb'), 'aws4_request');
  const signature = hmac(key, `AWS4-HMAC-SHA256\n${date}\n${scope}\n${hash(canonical)}`).toString('hex');
  const authorization = `AWS4-HMAC-SHA256 Credential=${AWS_ACCESS_KEY_ID}/${scope}, SignedHeaders=${names}, Signature=${signature}`;
  return { ...headers, authorization, 'content-length': Buffer.byteLength(READ) };
}

exports.handler = () =>
  new Promise((resolve, reject) => {
    request({ hostname, port, method: 'POST', headers: signed() }, reply => {
      let answer = '';
      reply.on('data', chunk => {
        answer += chunk;
      });
      reply.on('end', () => {
        const found =
          Object.values(JSON.parse(answer).Responses).flat().length === 2 && answer.includes(FOUND);
        resolve({ statusCode: found ? 200 : 500 });
      });
    })
      .on('error', reject)
      .end(READ);
  });
