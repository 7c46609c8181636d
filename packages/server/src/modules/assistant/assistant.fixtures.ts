import * as calls from '@inkling/contract/assistant';
import { type CapabilityFixtures, example } from '../../testing/examples.ts';
import type { Person, TestApp } from '../../testing/test-app.ts';
import { replaceRights } from '../plans/entitlements.queries.ts';

const gift = { source: 'gift:pro', rights: ['assistant', 'unlimitedStories'] as const, until: null };
const once = {
  createsOnceBecause: 'It stores nothing.',
  prepare: (site: TestApp, _fixtures: unknown, { id }: Person) =>
    replaceRights(site.ctx.db, id, 'gift:', gift),
};

const host = 'models.example';

export const fixtures: CapabilityFixtures = {
  async create(site, { owner }) {
    await site.as(owner).call(calls.giveModelConsent, { body: { host } });
    return {};
  },
  examples: [
    example(calls.getFeedback, () => ({ body: { text: 'The lamp was lit. It rained.' } }), once),
    example(
      calls.getStoryIdeas,
      () => ({ body: { genre: 'Fantasy', theme: 'family', prompt: 'A river' } }),
      once,
    ),
    example(calls.checkGrammar, () => ({ body: { text: 'The lamp were lit in teh rain.' } }), once),
    example(calls.getStoryAssistant, ({ story }) => ({ params: { id: story } }), { othersGet: 404 }),
    example(calls.getModelConsent, () => ({})),
    example(calls.giveModelConsent, () => ({ body: { host } }), { formattedFields: ['host'] }),
    example(calls.withdrawModelConsent, () => ({})),
  ],
};
