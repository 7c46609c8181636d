import { z } from 'zod';
import { defineCall } from './call.ts';
import { dataResponse, listResponse, pageQuery, topResponse } from './page.ts';
import { id, isoDate, line } from './text.ts';
import { usernameInPath } from './usernames.ts';
import { author } from './users.ts';

export const planId = z.enum(['basic', 'pro', 'premium']);
export type PlanId = z.output<typeof planId>;
export const paidPlan = planId.exclude(['basic']);
export type PaidPlan = z.output<typeof paidPlan>;

/** What a person may do beyond Basic (docs/product/plans.md#rights). */
export const planRight = z.enum([
  'unlimitedStories',
  'assistant',
  'advancedAnalytics',
  'exclusiveChapters',
  'prioritySupport',
]);
export type PlanRight = z.output<typeof planRight>;

/** `off`: everything is free, and nothing is sold. `test`: no money moves. */
export const plansMode = z.enum(['off', 'test', 'live']);
export type PlansMode = z.output<typeof plansMode>;

export const plan = z.object({
  _id: planId,
  /** Basic, Pro or Premium. */
  name: z.string(),
  /** In units of the currency, such as 4.99; 0 for Basic. */
  price: z.number(),
  /** ISO 4217. */
  currency: z.string(),
  /** What the price pays for. */
  duration: z.enum(['month', 'year']),
  description: z.string(),
  features: z.array(z.string()),
  isMostPopular: z.boolean(),
});
export type Plan = z.output<typeof plan>;

/**
 * `pending`: the payment has not been confirmed. `past_due`: the last payment failed; the plan stays for some days.
 * `cancelled`: until `endDate` the plan stays, and can be resumed or changed (docs/product/plans.md#states).
 */
export const subscriptionStatus = z.enum(['pending', 'active', 'past_due', 'cancelled']);
export type SubscriptionStatus = z.output<typeof subscriptionStatus>;

export const subscription = z.object({
  _id: id,
  /** With the price that this subscription has, which may differ from today's. */
  plan,
  status: subscriptionStatus,
  /** When it was first paid; null while pending. */
  startDate: isoDate.nullable(),
  /** The end of the time that is paid; null while pending. */
  endDate: isoDate.nullable(),
  /** Whether it ends at `endDate` instead of being paid again. */
  cancelAtPeriodEnd: z.boolean(),
  /** Whether it is over, so that one can subscribe again. */
  isEnded: z.boolean(),
  /** Whether a cancellation waits for the answer of the provider. */
  isCancelling: z.boolean(),
  provider: z.enum(['sandbox', 'stripe']),
  /** Whether no money moves. */
  isTest: z.boolean(),
  /** Where one pays while pending or past due; null otherwise. The sandbox's is `/store/checkout/{_id}` of this site. */
  checkoutUrl: z.string().nullable(),
});
export type Subscription = z.output<typeof subscription>;

/** A plan that an admin gave for free. */
export const planGift = z.object({ plan: paidPlan, until: isoDate.nullable() });
export type PlanGift = z.output<typeof planGift>;

/** Thirteen to nineteen digits whose last one is Luhn's check digit, as payment cards have. */
function isCardNumber(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0 && /[^0]/.test(digits);
}

/** Whether some of these groups of digits, one after the other, are the number of a card. */
const haveCardNumber = (groups: readonly string[]): boolean =>
  groups.some((_, start) => {
    let digits = '';
    for (const group of groups.slice(start, start + 19)) {
      digits += group;
      if (digits.length > 19) return false;
      if (digits.length >= 13 && isCardNumber(digits)) return true;
    }
    return false;
  });

/** Whether a text contains what looks like the number of a payment card, in one piece or in groups. */
export const hasCardNumber = (text: string): boolean =>
  (
    text
      .normalize('NFKC')
      .replace(/\p{Cf}/gu, '')
      .match(/\d[\d\s.\p{Pd}_/]*/gu) ?? []
  ).some((run) => haveCardNumber(run.match(/\d+/g) ?? []));

/** Texts anywhere in a body, numbers and names of fields included, to a depth that a body may have. */
function textsIn(value: unknown, depth = 0): string[] {
  if (typeof value === 'string' || typeof value === 'number') return [String(value)];
  if (typeof value !== 'object' || value === null || depth > 20) return [];
  const names = Array.isArray(value) ? [] : Object.keys(value);
  return [...names, ...Object.values(value).flatMap((inner) => textsIn(inner, depth + 1))];
}

/** In bytes: a whole body is searched for card numbers, in the thread that answers all requests. */
const bodyLimit = 8 * 1024;

/** A body that is refused if any field, known or not, has the number of a card: this server must not see one. */
const withoutCards = <T extends z.ZodRawShape>(shape: T) =>
  z.looseObject(shape).refine((body) => !textsIn(body).some(hasCardNumber), {
    path: ['paymentMethod'],
    message: 'Please don’t send card numbers here. Enter them on the payment provider’s page.',
    // Also beside other errors.
    when: () => true,
  });

/** What the sandbox makes of a payment (docs/product/plans.md#test-mode). */
export const testPayment = z.enum(
  ['test_ok', 'test_declined', 'test_fails_later'],
  'Please use test_ok, test_declined or test_fails_later, or leave it out to pay on the checkout page.',
);
export type TestPayment = z.output<typeof testPayment>;

/** It is checked, and not stored. */
const billingAddress = z.object({
  name: line(100).optional(),
  line1: line(200).optional(),
  line2: line(200).optional(),
  city: line(100).optional(),
  state: line(100).optional(),
  postalCode: line(20).optional(),
  /** ISO 3166-1, two letters. */
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, 'Please use a two-letter country code, such as US.')
    .optional(),
});

/** Why a person cancels, in characters. */
const reason = line(500).default('user cancelled');

export const listPlans = defineCall('GET /subscriptions/plans', {
  summary: 'List the plans, the cheapest first; none if the site has no plans',
  access: 'public',
  response: topResponse({ data: z.array(plan), mode: plansMode }),
});
export const getPlan = defineCall('GET /subscriptions/plans/{id}', {
  summary: 'Get a plan',
  access: 'public',
  params: { id: z.string() },
  response: dataResponse(plan),
});
export const getMySubscription = defineCall('GET /subscriptions/me', {
  summary: 'Get my newest subscription, and what I may do',
  access: 'user',
  response: topResponse({
    /** Null if I never subscribed. */
    data: subscription.nullable(),
    /** From all sources: a subscription, a gift. */
    rights: z.array(planRight),
    gift: planGift.nullable(),
    /** Until when a plan whose last payment failed stays; null unless it is past due. */
    payBy: isoDate.nullable(),
  }),
});
export const subscribe = defineCall('POST /subscriptions/subscribe/{planId}', {
  summary: 'Subscribe to a plan; without `paymentMethod` the subscription is pending and has a `checkoutUrl`',
  access: 'user',
  errors: ['PAYMENT_DECLINED', 'ALREADY_SUBSCRIBED'],
  params: { planId: z.string() },
  bodyLimit,
  body: withoutCards({
    paymentMethod: testPayment.optional(),
    billingAddress: billingAddress.optional(),
  }),
  response: dataResponse(subscription),
});
export const payCheckout = defineCall('POST /subscriptions/checkout/{id}', {
  summary: 'Pay for a pending or past due subscription in the sandbox; repeating it has no further effect',
  access: 'user',
  errors: ['PAYMENT_DECLINED'],
  bodyLimit,
  body: withoutCards({ paymentMethod: testPayment }),
  response: dataResponse(subscription),
});
export const unsubscribe = defineCall('POST /subscriptions/unsubscribe', {
  withdraws: true,
  summary: 'Cancel my subscription: it ends with the time that is paid; repeating it has no further effect',
  access: 'user',
  whileSuspended: true,
  bodyLimit,
  body: withoutCards({ reason }),
  response: dataResponse(subscription),
});
export const resumeSubscription = defineCall('POST /subscriptions/resume', {
  summary: 'Resume a cancelled subscription that has not ended; repeating it has no further effect',
  access: 'user',
  response: dataResponse(subscription),
});
export const changePlan = defineCall('POST /subscriptions/change/{planId}', {
  withdraws: true,
  summary: 'Change to another plan immediately; a canceled subscription is resumed',
  access: 'user',
  errors: ['PAYMENT_DECLINED', 'ALREADY_SUBSCRIBED'],
  params: { planId: z.string() },
  response: dataResponse(subscription),
});
export const openPortal = defineCall('POST /subscriptions/portal', {
  summary: 'Get the address where I change how I pay, or a 409 if there is nothing to change',
  access: 'user',
  response: dataResponse(z.object({ url: z.string() })),
});

/** A person with a plan, as an admin sees them. */
export const planHolder = z.object({
  person: author,
  gift: planGift.nullable(),
  /** One that has not ended. */
  subscription: subscription.nullable(),
});
export type PlanHolder = z.output<typeof planHolder>;

export const listPlanHolders = defineCall('GET /admin/plans', {
  summary: 'List people with a subscription or a gift, the newest account first',
  access: 'admin',
  query: pageQuery(20),
  /** `message` is null unless the operator should know something, such as that plans are in test mode. */
  response: listResponse(planHolder).extend({ mode: plansMode, message: z.string().nullable() }),
});
export const givePlan = defineCall('PUT /admin/plans/{username}', {
  withdraws: true,
  summary: 'Give a person a plan for free, in place of an earlier gift',
  access: 'admin',
  params: { username: usernameInPath },
  body: z.object({
    plan: paidPlan,
    /** For good if null. */
    until: isoDate.nullable().default(null),
  }),
  response: dataResponse(planGift),
});
export const takeBackPlan = defineCall('DELETE /admin/plans/{username}', {
  withdraws: true,
  summary: 'Take a gift back; a subscription stays',
  access: 'admin',
  params: { username: usernameInPath },
  response: topResponse({}),
});
