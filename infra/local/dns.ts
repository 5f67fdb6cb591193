/**
 * A DNS server that knows every domain except those under `.invalid`, so that registrations
 * need no network; some names answer oddly on purpose, for tests.
 */
import type { AddressInfo } from 'node:net';
import DNS from 'dns2';

const { Packet } = DNS;
type Answer = 'usual' | 'address-only' | 'null-mx' | 'empty' | 'unknown' | 'failure' | 'silence';

/** Each holds for the name itself and everything under it. */
const ODD_DOMAINS: Readonly<Record<string, Answer>> = {
  invalid: 'unknown',
  'nullmx.test': 'null-mx',
  'a-only.test': 'address-only',
  'no-mail.test': 'empty',
  'silent.test': 'silence',
  'servfail.test': 'failure',
};

/** `endpoint` is `127.0.0.1:port`, as `Resolver.setServers` takes it. */
export async function startDns(): Promise<{ readonly endpoint: string; stop(): Promise<void> }> {
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
  const kind = kindOf(question?.name ?? '');
  if (!question || kind === 'silence') return undefined;

  const reply = Packet.createResponseFromRequest(request);
  reply.header.ra = 1;
  if (kind === 'unknown') reply.header.rcode = 3;
  if (kind === 'failure') reply.header.rcode = 2;
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

function kindOf(name: string): Answer {
  const labels = name.toLowerCase().split('.');
  for (let from = 0; from < labels.length; from++) {
    const kind = ODD_DOMAINS[labels.slice(from).join('.')];
    if (kind) return kind;
  }
  return 'usual';
}
