/** A DNS server that answers from names alone, so that registrations need no network (contract §6). */
import { getServers } from 'node:dns';
import type { AddressInfo } from 'node:net';
import DNS from 'dns2';
import { type Answer, answerFor } from './dns-names.ts';

const { Packet } = DNS;

/** RFC 1035; whatever is not here is an answer without error. */
const RESPONSE_CODES: Partial<Record<Answer, number>> = {
  'not-understood': 1,
  failure: 2,
  unknown: 3,
  'not-implemented': 4,
  refusal: 5,
};

interface LocalDns {
  /** `127.0.0.1:port`, as `Resolver.setServers` takes it; of several, with commas between. */
  readonly endpoint: string;
  stop(): Promise<void>;
}

/** @param choice `system` asks this machine's own resolvers instead */
export async function startDns(choice: 'local' | 'system' = 'local'): Promise<LocalDns> {
  if (choice === 'system') return { endpoint: getServers().join(), stop: async () => undefined };
  const server = DNS.createUDPServer((request, send) => {
    const reply = answer(request);
    if (reply) void send(reply);
  });
  await server.listen(0, '127.0.0.1');
  const { port } = server.address() as AddressInfo;

  return {
    endpoint: `127.0.0.1:${port}`,
    stop: () => new Promise(resolve => server.close(() => resolve())),
  };
}

function answer(request: DNS.Packet): DNS.Packet | undefined {
  const question = request.questions[0];
  const kind = answerFor(question?.name ?? '');
  if (!question || kind === 'silence') return undefined;

  const reply = Packet.createResponseFromRequest(request);
  reply.header.ra = 1;
  reply.header.rcode = RESPONSE_CODES[kind] ?? 0;
  const { name, class: cls } = question;
  const common = { name, class: cls, ttl: 60 };

  if (question.type === Packet.TYPE.MX && kind === 'usual') {
    reply.answers.push(record({ ...common, type: Packet.TYPE.MX, exchange: `mail.${name}`, priority: 10 }));
  }
  if (question.type === Packet.TYPE.MX && kind === 'null-mx') {
    reply.answers.push(record({ ...common, type: Packet.TYPE.MX, exchange: '', priority: 0 }));
  }
  if (question.type === Packet.TYPE.A && ['usual', 'address-only', 'null-mx'].includes(kind)) {
    reply.answers.push(record({ ...common, type: Packet.TYPE.A, address: '127.0.0.1' }));
  }
  return reply;
}

/** The library encodes plain objects; its type asks for its own class. */
function record(fields: Partial<DNS.Packet.Resource>): DNS.Packet.Resource {
  return fields as DNS.Packet.Resource;
}
