/** `x-codeSamples` of an operation, which reference pages show beside it. */
import { createClientSample } from './client-sample.ts';
import { createCurlSample } from './curl-sample.ts';
import type { ExampleRequest } from './example-request.ts';

export interface CodeSample {
  readonly lang: string;
  readonly label: string;
  readonly source: string;
}

/** URL of the local stack. `openapi-document.ts` replaces it by the URL of the stage. */
export const LOCAL_URL = 'http://127.0.0.1:3000';

export function createCodeSamples(request: ExampleRequest): CodeSample[] {
  const curl = { lang: 'Shell', label: 'curl', source: createCurlSample(LOCAL_URL, request) };
  const client = { lang: 'TypeScript', label: 'Client', source: createClientSample(LOCAL_URL, request) };
  return request.isInClient ? [curl, client] : [curl];
}
