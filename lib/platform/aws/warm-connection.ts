/**
 * The table's connection, opened while the Lambda still starts: then TCP and TLS shake hands beside
 * the rest of the work, and at the full speed that AWS gives to a start only.
 */
import type { Agent as HttpAgent } from 'node:http';
import { Agent } from 'node:https';
import { isIP } from 'node:net';
import type { Environment } from '../environment.ts';

type Connection = ReturnType<HttpAgent['createConnection']>;

class WarmAgent extends Agent {
  readonly #host: string;
  #ready: Connection;

  constructor({ hostname: host, port }: URL) {
    super({ keepAlive: true, maxSockets: 50 });
    this.#host = host;
    const servername = isIP(host) ? '' : host;
    this.#ready = super.createConnection({ host, servername, port: port || 443 });
    // Should it fail, the first call connects anew and tells of what is wrong.
    this.#ready?.on('error', () => {});
  }

  /** Gives the opened one to the first request, which need not wait until it is ready. */
  override createConnection(...[options, done]: Parameters<HttpAgent['createConnection']>): Connection {
    const ready = this.#ready;
    this.#ready = undefined;
    if (ready && !ready.destroyed && options.host === this.#host) return ready;
    return super.createConnection(options, done);
  }
}

/** Nothing but on Lambda: whoever only reads the code of a function must not open connections. */
export function warmed(environment: Environment, url: string): { httpsAgent?: Agent } {
  const starting = environment.AWS_LAMBDA_FUNCTION_NAME && url.startsWith('https:');
  return starting ? { httpsAgent: new WarmAgent(new URL(url)) } : {};
}
