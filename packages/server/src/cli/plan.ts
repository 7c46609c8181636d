import { paidPlan } from '@inkling/contract/plans';
import { givePlan, listPlanHolders, takeBackPlan } from '../modules/plans/index.ts';
import type { AppContext } from '../platform/context.ts';
import { type Command, printResult, readArgs, UsageProblem } from './command.ts';

function untilFrom(text: string | undefined): Date | null {
  if (text === undefined) return null;
  const until = new Date(text);
  if (Number.isNaN(until.getTime())) throw new UsageProblem('give a date such as 2027-01-31 with --until.');
  return until;
}

const untilText = (until: string | null): string => (until === null ? 'with no end date' : `until ${until}`);

/** Everyone with a plan, a line each. */
async function list(ctx: AppContext): Promise<string> {
  const lines: string[] = [];
  for (let page = 1, hasMore = true; hasMore; page += 1) {
    const { data, pagination } = await listPlanHolders(ctx, { page, limit: 100 });
    for (const { person, gift, subscription } of data) {
      const given = gift === null ? [] : [`${gift.plan} as a gift ${untilText(gift.until)}`];
      const bought =
        subscription === null
          ? []
          : [
              `${subscription.plan._id} ${subscription.isCancelling ? 'cancelling' : subscription.status} until ${subscription.endDate}`,
            ];
      lines.push(`${person.username}: ${[...given, ...bought].join(', ')}`);
    }
    hasMore = pagination.hasMore;
  }
  return lines.length === 0 ? 'No one has a plan.' : lines.join('\n');
}

export const planCommand: Command = {
  name: 'plan',
  usages: ['plan give USERNAME pro|premium [--until DATE]', 'plan take USERNAME', 'plan list'],
  summary: 'Give people a plan for free, take it back, or list who has one.',
  async run(args, env) {
    const { values, positionals } = readArgs(args, { until: { type: 'string' } });
    const [action, username = '', planName, ...rest] = positionals;
    const plan = paidPlan.safeParse(planName);
    if (action === 'give' && username !== '' && plan.success && rest.length === 0) {
      const until = untilFrom(values.until);
      return printResult(env, async (ctx) => {
        const gift = await givePlan(ctx, username, plan.data, until);
        return `${username} has ${gift.plan} ${untilText(gift.until)}.`;
      });
    }
    const hasUntil = values.until !== undefined;
    if (action === 'take' && username !== '' && planName === undefined && !hasUntil)
      return printResult(env, async (ctx) => {
        await takeBackPlan(ctx, username);
        return `${username} no longer has a gift.`;
      });
    if (action === 'list' && username === '' && !hasUntil) return printResult(env, list);
    throw new UsageProblem('use give USERNAME pro|premium, take USERNAME, or list.');
  },
};
