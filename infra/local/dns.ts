/** Local DNS server with fixed rules (./dns-rules.ts), so that registrations need no network. */
import type { AddressInfo } from 'node:net';
import DNS from 'dns2';
import { findDnsAnswer } from './dns-rules.ts';

const { Packet } = DNS;
/** The library exports this object, but the library's types omit it. */
const { RCODE } = Packet as unknown as { RCODE: Readonly<Record<string, number>> };

interface DnsServer {
  /** IP address with the port, such as `127.0.0.1:5353`. */
  readonly endpoint: string;
  stop(): Promise<void>;
}

/** Starts the DNS server on a free port. */
export async function startDns(): Promise<DnsServer> {
  const server = DNS.createUDPServer((request, send) => {
    const response = createResponse(request);
    if (response) void send(response);
  });
  await server.listen(0, '127.0.0.1');
  const { port } = server.address() as AddressInfo;

  return {
    endpoint: `127.0.0.1:${port}`,
    stop: () => new Promise(resolve => server.close(() => resolve())),
  };
}

function createResponse(request: DNS.Packet): DNS.Packet | undefined {
  const question = request.questions[0];
  const answer = findDnsAnswer(question?.name ?? '');
  if (!question || answer === 'silent') return undefined;

  const response = Packet.createResponseFromRequest(request);
  response.header.ra = 1;
  response.header.rcode = RCODE[answer.code] ?? 0;

  // The library encodes plain objects, although its types require its own class.
  const addRecord = (fields: Partial<DNS.Packet.Resource>) =>
    response.answers.push({ ...question, ttl: 60, ...fields } as DNS.Packet.Resource);
  if (question.type === Packet.TYPE.MX && answer.mx !== undefined) {
    addRecord({ exchange: answer.mx, priority: answer.mx ? 10 : 0 });
  }
  if (question.type === Packet.TYPE.A && answer.hasAddress) addRecord({ address: '127.0.0.1' });
  return response;
}
