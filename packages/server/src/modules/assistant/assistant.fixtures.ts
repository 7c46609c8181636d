import * as calls from '@inkling/contract/assistant';
import { type CapabilityFixtures, example, type Fixtures } from '../../testing/examples.ts';
import type { Person, TestApp } from '../../testing/test-app.ts';
import { replaceRights } from '../plans/entitlements.queries.ts';

/** Gives a person the assistant, as Pro does. */
export const giveAssistant = (site: TestApp, { id }: Person): Promise<void> =>
  replaceRights(site.ctx.db, id, 'gift:', { source: 'gift:pro', rights: ['assistant'], until: null });

const prepared = {
  prepare: (site: TestApp, _fixtures: Fixtures, person: Person) => giveAssistant(site, person),
  createsOnceBecause: 'It stores nothing.',
};

export const fixtures: CapabilityFixtures = {
  examples: [
    example(calls.getFeedback, () => ({ body: { text: 'The lamp was lit. It rained.' } }), prepared),
    example(
      calls.getStoryIdeas,
      () => ({ body: { genre: 'Fantasy', theme: 'family', prompt: 'A river' } }),
      prepared,
    ),
    example(calls.checkGrammar, () => ({ body: { text: 'The lamp were lit in teh rain.' } }), prepared),
  ],
};
