import { id } from '@inkling/contract/text';
import type Stripe from 'stripe';
import { AppError } from '../../platform/app-error.ts';
import type { Config } from '../../platform/config.ts';
import type { AppContext } from '../../platform/context.ts';
import { requireNoTransaction } from '../../platform/db/db.ts';
import { countOutside } from '../../platform/outside-requests.ts';
import type { DueRow } from './subscriptions.queries.ts';

/** How long (ms) one request to Stripe may be silent. */
const timeout = 10_000;

const clients = new WeakMap<Config, Promise<Stripe>>();

/** The library is loaded when it is first needed. It retries nothing but a connection that was closed, once. */
async function openClient(ctx: AppContext): Promise<Stripe> {
  const { STRIPE_SECRET_KEY: key, STRIPE_API_URL: address } = ctx.config;
  if (key === undefined) throw unavailable('Payments aren’t set up at the moment. Please try again later.');
  const { default: StripeClient } = await import('stripe');
  const url = address === undefined ? null : new URL(address);
  const httpClient = StripeClient.createNodeHttpClient();
  const send = httpClient.makeRequest.bind(httpClient);
  httpClient.makeRequest = (host, port, path, method, headers, body, ...rest) => {
    void countOutside(ctx, { host, purpose: 'payments', bytes: Buffer.byteLength(body) });
    return send(host, port, path, method, headers, body, ...rest);
  };
  return new StripeClient(key, {
    httpClient,
    timeout,
    maxNetworkRetries: 0,
    telemetry: false,
    ...(url && {
      protocol: url.protocol === 'https:' ? 'https' : 'http',
      host: url.hostname,
      port: url.port || (url.protocol === 'https:' ? 443 : 80),
    }),
  });
}

/** The client of this configuration. Throws UNAVAILABLE without a key. */
export function stripeClient(ctx: AppContext): Promise<Stripe> {
  const client = clients.get(ctx.config) ?? openClient(ctx);
  clients.set(ctx.config, client);
  return client;
}

const unavailable = (message: string): AppError =>
  new AppError('UNAVAILABLE', message, { retryAfterSeconds: 10 });

/** Stripe's refusals as ours. Its messages are neither shown nor logged: they may repeat what a person entered. */
function failureOf({ log }: AppContext, error: unknown): unknown {
  if (!(error instanceof Error) || !('type' in error) || !String(error.type).startsWith('Stripe'))
    return error;
  const { type, code, statusCode, requestId } = error as Stripe.errors.StripeError;
  if (type === 'StripeCardError')
    return new AppError(
      'PAYMENT_DECLINED',
      'The payment was declined. Nothing has changed: try again, or change how you pay.',
    );
  log.error(
    { type, code, statusCode, stripeRequest: requestId },
    'Stripe refused a request or did not answer',
  );
  return unavailable('The payment provider isn’t responding. Please try again in a moment.');
}

/** Asks Stripe, never inside a transaction. Throws PAYMENT_DECLINED, and UNAVAILABLE if Stripe does not answer. */
export async function askStripe<T>(ctx: AppContext, work: (stripe: Stripe) => Promise<T>): Promise<T> {
  requireNoTransaction();
  try {
    return await work(await stripeClient(ctx));
  } catch (error) {
    throw failureOf(ctx, error);
  }
}

/** The ids that we gave to a subscription, as Stripe stores them; undefined for what is not ours. */
export function ownIds(metadata: Stripe.Metadata | null | undefined): DueRow | undefined {
  const [person, own] = [id.safeParse(metadata?.person), id.safeParse(metadata?.subscription)];
  return person.success && own.success ? { person_id: person.data, id: own.data } : undefined;
}

/** The id of what Stripe sends either as an id or as a whole. */
export const idOf = (value: string | { id: string } | null | undefined): string | null =>
  typeof value === 'string' ? value : (value?.id ?? null);
