import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

interface Subscription {
  id: string;
  status: string;
  cancel_at: number | null;
  cancel_at_period_end: boolean;
  ended_at: number | null;
  items: { data: { id: string; price: unknown; current_period_start: number; current_period_end: number }[] };
  /** As if it were always asked for. */
  latest_invoice: { object: 'invoice'; status: string };
  [field: string]: unknown;
}
interface Checkout {
  id: string;
  status: string;
  subscription: Subscription | null;
  metadata: Record<string, string | null>;
  [field: string]: unknown;
}

const month = 30 * 24 * 3600;
const amounts: Record<string, number> = { price_pro: 499, price_premium: 999 };
const priceOf = (id: string | null) => ({
  id,
  unit_amount: amounts[id ?? ''],
  currency: 'usd',
  recurring: { interval: 'month', interval_count: 1 },
});

/** A server on this machine that answers as Stripe's documentation says, with the states that a test gives it. */
export async function stripeServer(now: () => Date) {
  const checkouts = new Map<string, Checkout>();
  const subscriptions = new Map<string, Subscription>();
  const charges = new Map<
    string,
    { id: string; refunded: boolean; disputed: boolean; payment_intent: string }
  >();
  const paidBy = new Map<string, Subscription>();
  const seconds = () => Math.floor(now().getTime() / 1000);
  /** `beforeCheckout` happens once, before the next checkout is created. */
  const control = {
    hangs: false,
    declines: false,
    requests: 0,
    pageSize: 100,
    beforeCheckout: async () => {},
  };

  const answer = (method: string, path: string, form: URLSearchParams): unknown => {
    const [, , first = '', second = '', third = ''] = path.split('/');
    const found = subscriptions.get(second);
    switch (`${method} ${first}`) {
      case 'POST checkout': {
        const known = checkouts.get(third);
        if (known !== undefined) {
          if (known.status !== 'open') return null;
          return Object.assign(known, { status: 'expired' });
        }
        const price = form.get('line_items[0][price]');
        const id = `cs_test_${checkouts.size}_${seconds()}`;
        const checkout: Checkout = {
          id,
          object: 'checkout.session',
          url: `https://checkout.stripe.example/${id}`,
          status: 'open',
          subscription: null,
          currency: 'usd',
          amount_subtotal: amounts[price ?? ''],
          price,
          metadata: {
            person: form.get('subscription_data[metadata][person]'),
            subscription: form.get('subscription_data[metadata][subscription]'),
          },
        };
        checkouts.set(id, checkout);
        return checkout;
      }
      case 'GET checkout':
        return checkouts.get(third);
      case 'GET subscriptions': {
        if (second !== '') return found;
        // As Stripe lists them: the newest first, without those that are over, from one on.
        const all = [...subscriptions.values()].toReversed().filter(({ status }) => status !== 'canceled');
        const from = all.findIndex(({ id }) => id === form.get('starting_after')) + 1;
        const data = all.slice(from, from + Math.min(control.pageSize, Number(form.get('limit'))));
        return { object: 'list', data, has_more: from + data.length < all.length };
      }
      case 'POST subscriptions': {
        if (found === undefined || found.status === 'canceled') return null;
        const [item] = found.items.data;
        const price = form.get('items[0][price]');
        if (item && price) item.price = priceOf(price);
        if (form.has('cancel_at_period_end'))
          found.cancel_at_period_end = form.get('cancel_at_period_end') === 'true';
        if (form.get('cancel_at') === '') found.cancel_at = null;
        return found;
      }
      case 'DELETE subscriptions':
        if (found === undefined || found.status === 'canceled') return null;
        return Object.assign(found, { status: 'canceled', ended_at: seconds() });
      case 'GET charges':
        return charges.get(second);
      case 'GET invoice_payments': {
        const paid = paidBy.get(form.get('payment[payment_intent]') ?? '');
        const [item] = paid?.items.data ?? [];
        const period = { start: item?.current_period_start, end: item?.current_period_end };
        const parent = { subscription_details: { subscription: paid?.id, metadata: paid?.metadata } };
        const invoice = { id: 'in_1', object: 'invoice', parent, lines: { data: [{ period }] } };
        return { object: 'list', data: [{ invoice }], has_more: false };
      }
      case 'POST billing_portal':
        return { id: 'bps_1', url: `https://billing.stripe.example/${form.get('customer')}` };
      default:
        return null;
    }
  };

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://stripe');
    const form = request.method === 'GET' ? url.searchParams : new URLSearchParams(await text(request));
    control.requests += 1;
    if (control.hangs) return;
    if (request.method === 'POST' && url.pathname.endsWith('/checkout/sessions')) {
      const { beforeCheckout } = control;
      control.beforeCheckout = async () => {};
      await beforeCheckout();
    }
    const isDeclined =
      control.declines && request.method === 'POST' && url.pathname.includes('/subscriptions/');
    const body = isDeclined ? null : answer(request.method ?? '', url.pathname, form);
    const type = isDeclined ? 'card_error' : 'invalid_request_error';
    response
      .writeHead(body ? 200 : isDeclined ? 402 : 400, { 'content-type': 'application/json' })
      .end(JSON.stringify(body ?? { error: { type, message: 'Refused, with 4242 4242 4242 4242.' } }));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    control,
    checkouts,
    /** What the provider's page does when a person pays there. */
    pay(checkoutId: string | null): Subscription {
      const checkout = checkouts.get(checkoutId ?? '');
      if (checkout?.status !== 'open') throw new Error('This checkout is not open.');
      const id = `sub_${checkoutId}`;
      const subscription: Subscription = {
        id,
        object: 'subscription',
        status: 'active',
        customer: `cus_${checkoutId}`,
        metadata: checkout.metadata,
        start_date: seconds(),
        cancel_at: null,
        cancel_at_period_end: false,
        ended_at: null,
        latest_invoice: { object: 'invoice', status: 'paid' },
        items: {
          data: [
            {
              id: `si_${id}`,
              price: priceOf(String(checkout.price)),
              current_period_start: seconds(),
              current_period_end: seconds() + month,
            },
          ],
        },
      };
      subscriptions.set(id, subscription);
      const payment_intent = `pi_${id}`;
      charges.set(`ch_${id}`, { id: `ch_${id}`, refunded: false, disputed: false, payment_intent });
      paidBy.set(payment_intent, subscription);
      Object.assign(checkout, { status: 'complete', subscription });
      return subscription;
    },
    giveBack: (id: string, how: 'refunded' | 'disputed') =>
      void Object.assign(charges.get(`ch_${id}`) ?? {}, { [how]: true }),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
