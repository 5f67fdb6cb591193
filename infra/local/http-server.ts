/** Helpers of the HTTP servers of the local stack. */
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Wraps a listener, so that requests with an invalid target, such as `GET //`, get status 400 instead. */
export function withValidTarget(listener: RequestListener): RequestListener {
  return (request, response) => {
    if (isValidTarget(request.url)) return listener(request, response);
    response.writeHead(400, { 'content-type': 'application/json; charset=utf-8', connection: 'close' });
    response.end(JSON.stringify({ message: INVALID_TARGET_MESSAGE }));
  };
}

/** Returns whether the target of a request line, such as `/mails?to=x`, is valid. */
export const isValidTarget = (target = '/'): boolean => URL.canParse(target, 'http://localhost');

export const INVALID_TARGET_MESSAGE = 'The request could not be read.';

/** Closes a server immediately, including its open connections. */
export function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise(resolve => server.close(() => resolve()));
}

/**
 * Starts a server on 127.0.0.1.
 * @param port 0 (the default) chooses a free port
 * @returns the port
 */
export async function listen(server: Server, port = 0): Promise<number> {
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}
