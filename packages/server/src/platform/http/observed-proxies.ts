import type { FastifyInstance, FastifyRequest } from 'fastify';
import { day } from '../clock.ts';
import type { AppContext } from '../context.ts';
import { inBackground, outsideRequest } from '../db/timeouts.ts';
import { writeState } from '../site-state.queries.ts';
import { isNear } from './address.ts';
import { isInternalCall } from './rate-limits.ts';

/** What requests have shown about the proxies in front of this site; `inkling doctor` compares it with the settings. */
export type ProxySign = 'proxy-trusted' | 'proxy-not-trusted' | 'proxy-https';

/** With which setting a sign was seen; under another one it means nothing. */
export interface SeenWith {
  trustProxy: string;
}

/** The address that the last proxy has added. */
const nearestIn = (forwarded: string | string[] | undefined): string | undefined =>
  String(forwarded ?? '')
    .split(',')
    .at(-1)
    ?.trim();

function signsOf({ headers, ip, raw }: FastifyRequest): ProxySign[] {
  const { remoteAddress } = raw.socket;
  const isTrusted = ip !== remoteAddress;
  // A browser on the proxy's own machine, whose address is the proxy's: it says nothing about who is trusted.
  if (!isTrusted && nearestIn(headers['x-forwarded-for']) === remoteAddress) return [];
  if (!isTrusted && !isNear(remoteAddress)) return [];
  return [
    isTrusted ? 'proxy-trusted' : 'proxy-not-trusted',
    ...(headers['x-forwarded-proto'] === 'https' ? (['proxy-https'] as const) : []),
  ];
}

/** Stores, at most once a day each, which signs of proxies requests have; no address. */
export function observeProxies(
  http: FastifyInstance,
  { db, clock, config, log }: Pick<AppContext, 'db' | 'clock' | 'config' | 'log'>,
): void {
  const storedAt = new Map<ProxySign, number>();
  const store = (sign: ProxySign): void => {
    const now = clock.now();
    if (now.getTime() - (storedAt.get(sign) ?? 0) < day) return;
    storedAt.set(sign, now.getTime());
    const value: SeenWith = { trustProxy: config.TRUST_PROXY };
    outsideRequest(() => inBackground(() => writeState(db, sign, value, now))).catch((err: unknown) =>
      log.warn({ err }, 'a sign of a proxy was not stored'),
    );
  };
  http.addHook('onRequest', (request, _reply, done) => {
    if (request.headers['x-forwarded-for'] !== undefined && !isInternalCall(request))
      for (const sign of signsOf(request)) store(sign);
    done();
  });
}
