import type { FastifyInstance, FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import type { Log } from './log.ts';

/** A client's address as far as it tells clients apart: of IPv6 the network, because one machine has all of it. */
export function clientNetwork(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${Buffer.from(parsed.toByteArray().slice(0, 8)).toString('hex')}/64`;
}

/** The address that the nearest proxy saw: those before it are as the client gave them. */
export function lastForwarded(headers: FastifyRequest['headers']): string | undefined {
  const given = headers['x-forwarded-for'];
  const last = (Array.isArray(given) ? given.at(-1) : given)?.split(',').at(-1)?.trim();
  return last === undefined || !ipaddr.isValid(last) ? undefined : last;
}

/** Says once which setting is missing: behind a proxy that is not trusted all callers have one address. */
export function warnOfUnknownProxy(fastify: FastifyInstance, log: Log): void {
  let isSaid = false;
  fastify.addHook('onRequest', (request, _reply, done) => {
    if (!isSaid && request.headers['x-forwarded-for'] !== undefined) {
      isSaid = true;
      log.warn(
        'X-Forwarded-For is not trusted. Behind a proxy, set TRUST_PROXY to the number of proxies: until then all callers count as one address.',
      );
    }
    done();
  });
}
