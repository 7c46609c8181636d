import * as calls from '@inkling/contract/plans';
import { type Api, bind } from '../../platform/http/bind.ts';
import { data, withParam } from '../../platform/http/handlers.ts';
import * as gifts from './gifts.service.ts';
import { listPlans, plansState } from './plan-catalogue.ts';
import { receiveStripeEvent } from './stripe-events.ts';
import * as subscriptions from './subscriptions.service.ts';

/** In bytes, which are read before the signature is checked; Stripe's events have a few thousand. */
const maxEvent = 64 * 1024;

export function planRoutes(api: Api): void {
  bind(api, calls.listPlans, async (ctx) => ({ data: listPlans(ctx.config), mode: plansState(ctx).mode }));
  bind(api, calls.getPlan, async (ctx, _viewer, { params }) => ({
    data: subscriptions.getPlan(ctx, params.id),
  }));
  bind(api, calls.getMySubscription, subscriptions.getMine);
  bind(api, calls.subscribe, async (ctx, viewer, { params, body }) => ({
    data: await subscriptions.subscribe(ctx, viewer, params.planId, body.paymentMethod),
  }));
  bind(api, calls.payCheckout, async (ctx, viewer, { params, body }) => ({
    data: await subscriptions.payCheckout(ctx, viewer, params.id, body.paymentMethod),
  }));
  bind(api, calls.unsubscribe, async (ctx, viewer, { body }) => ({
    data: await subscriptions.unsubscribe(ctx, viewer, body.reason),
  }));
  bind(api, calls.resumeSubscription, data(subscriptions.resume));
  bind(api, calls.changePlan, data(withParam('planId', subscriptions.changePlan)));
  bind(api, calls.openPortal, data(subscriptions.openPortal));
  bind(api, calls.listPlanHolders, (ctx, _viewer, { query }) => gifts.listPlanHolders(ctx, query));
  bind(api, calls.givePlan, async (ctx, viewer, { params, body }) => ({
    data: await gifts.givePlan(
      ctx,
      params.username,
      body.plan,
      body.until === null ? null : new Date(body.until),
      viewer.id,
    ),
  }));
  bind(api, calls.takeBackPlan, async (ctx, viewer, { params }) => {
    await gifts.takeBackPlan(ctx, params.username, viewer.id);
    return {};
  });
  if (api.ctx.config.STRIPE_WEBHOOK_SECRET !== undefined) stripeWebhook(api);
}

/** Where Stripe sends its events. Their signature is that of the bytes, so the body is not parsed before. */
function stripeWebhook({ http, ctx }: Api): void {
  void http.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxEvent }, (_request, body, done) =>
      done(null, body),
    );
    scope.post('/webhooks/stripe', { config: { limitClass: 'page' } }, async ({ body, headers }, reply) => {
      await receiveStripeEvent(ctx, body, headers['stripe-signature']);
      return reply.header('cache-control', 'no-store').send({ received: true });
    });
  });
}
