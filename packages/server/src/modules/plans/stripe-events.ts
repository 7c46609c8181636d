import pLimit from 'p-limit';
import type Stripe from 'stripe';
import { z } from 'zod';
import { AppError, badInput } from '../../platform/app-error.ts';
import type { AppContext } from '../../platform/context.ts';
import { askStripe, idOf, ownIds, stripeClient } from './stripe-client.ts';
import { endAtStripe, stripe } from './stripe-provider.ts';
import { type DueRow, findByProviderId } from './subscriptions.queries.ts';
import { receiveEvent } from './sync-subscription.ts';

/** Events are handled one at a time, so that those about one subscription do not ask again; Stripe sends the others again. */
const oneAtATime = pLimit(1);
const maxWaiting = 50;

/** The event in a body that Stripe has signed within five minutes. Throws BAD_INPUT. */
async function readEvent(ctx: AppContext, body: unknown, signature: unknown): Promise<Stripe.Event> {
  const { webhooks } = await stripeClient(ctx);
  const secret = ctx.config.STRIPE_WEBHOOK_SECRET ?? '';
  let event: Stripe.Event;
  try {
    if (!Buffer.isBuffer(body) || typeof signature !== 'string') throw new Error('unsigned');
    event = webhooks.constructEvent(body, signature, secret, 300, undefined, ctx.clock.now().getTime());
  } catch {
    // The library's error contains the body.
    throw badInput(
      'stripe-signature',
      'This is not an event that Stripe has signed within the last five minutes.',
    );
  }
  if (!anEvent.safeParse(event).success) throw badInput('data', 'This event has no object.');
  return event;
}

/** What every event has. */
const anEvent = z.object({ id: z.string(), type: z.string(), data: z.object({ object: z.looseObject({}) }) });

interface About {
  metadata?: Stripe.Metadata | null | undefined;
  /** Stripe's id of the subscription. */
  subscription: string | null;
  /** Whether its payment was given back. */
  isReturned?: boolean;
}

const aboutInvoice = ({ parent }: Stripe.Invoice): About => ({
  metadata: parent?.subscription_details?.metadata,
  subscription: idOf(parent?.subscription_details?.subscription),
});

/** The subscription for which a charge paid, if the whole payment was given back, or is disputed, before its time is over. */
const aboutCharge = (ctx: AppContext, chargeId: string): Promise<About | null> =>
  askStripe(ctx, async (client) => {
    const { refunded, disputed, payment_intent } = await client.charges.retrieve(chargeId);
    const intent = idOf(payment_intent);
    if (intent === null || !(refunded || disputed)) return null;
    const payments = await client.invoicePayments.list({
      payment: { type: 'payment_intent', payment_intent: intent },
      limit: 1,
      expand: ['data.invoice'],
    });
    const invoice = payments.data[0]?.invoice;
    if (typeof invoice !== 'object' || !('lines' in invoice)) return null;
    const now = ctx.clock.now().getTime();
    const isReturned = invoice.lines.data.some(({ period }) => period.end * 1000 > now);
    return { ...aboutInvoice(invoice), isReturned };
  });

/** What an event is about; null if nothing follows from it here. */
async function aboutEvent(ctx: AppContext, event: Stripe.Event): Promise<About | null> {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.expired':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.async_payment_failed': {
      const { metadata, subscription } = event.data.object;
      return { metadata, subscription: idOf(subscription) };
    }
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
    case 'customer.subscription.paused':
    case 'customer.subscription.resumed': {
      const { metadata, id: subscription } = event.data.object;
      return { metadata, subscription };
    }
    case 'invoice.paid':
    case 'invoice.payment_failed':
      return aboutInvoice(event.data.object);
    case 'charge.refunded':
      return aboutCharge(ctx, event.data.object.id);
    case 'charge.dispute.created':
      return aboutCharge(ctx, idOf(event.data.object.charge) ?? '');
    default:
      return null;
  }
}

/** Our row: by the ids that we gave to Stripe, or by Stripe's. */
async function findRow(ctx: AppContext, { metadata, subscription }: About): Promise<DueRow | undefined> {
  const ids = ownIds(metadata);
  return ids ?? (subscription === null ? undefined : findByProviderId(ctx.db, 'stripe', subscription));
}

async function handleEvent(ctx: AppContext, event: Stripe.Event): Promise<void> {
  const about = await aboutEvent(ctx, event);
  const row = about === null ? undefined : await findRow(ctx, about);
  if (about === null || row === undefined) return;
  const isReturned = about.isReturned && about.subscription !== null;
  const provider = isReturned ? { ...stripe, find: endAtStripe(about.subscription ?? '') } : stripe;
  await receiveEvent(ctx, provider, { id: event.id, personId: row.person_id, subscriptionId: row.id });
}

/**
 * Receives an event of Stripe's, which says only that it is time to ask. Throws BAD_INPUT unless Stripe has signed it, and
 * UNAVAILABLE, after which Stripe sends it again. What it is not about us is accepted.
 */
export async function receiveStripeEvent(ctx: AppContext, body: unknown, signature: unknown): Promise<void> {
  const event = await readEvent(ctx, body, signature);
  if (oneAtATime.pendingCount >= maxWaiting)
    throw new AppError('UNAVAILABLE', 'Many events are waiting. Please send this one again later.');
  await oneAtATime(() => handleEvent(ctx, event));
}
