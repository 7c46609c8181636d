import type { Browser, BrowserContext } from '@playwright/test';

/** What the end of a test cannot undo in a context. A page's own `addInitScript` and the like end with the page. */
const refused = ['addInitScript', 'exposeBinding', 'exposeFunction', 'route', 'setExtraHTTPHeaders'] as const;
const refusedClock = ['install', 'pauseAt', 'setFixedTime', 'setSystemTime'] as const;

const refuse = (name: string) => () => {
  throw new Error(`context.${name} would stay for the next test: add test.use({ freshContext: true }).`);
};

/** A context that refuses what would reach the next test. */
async function openContext(browser: Browser): Promise<BrowserContext> {
  const context = await browser.newContext();
  for (const name of refused) Object.assign(context, { [name]: refuse(name) });
  for (const name of refusedClock) Object.assign(context.clock, { [name]: refuse(`clock.${name}`) });
  return context;
}

/** Opens the test's page without anything that an earlier page stored or set, except the HTTP cache. */
async function openCleanPage(context: BrowserContext): Promise<void> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin: '*', storageTypes: 'all' });
  await session.detach();
  await context.clearCookies();
  await context.clearPermissions();
  await context.setOffline(false);
}

export interface SharedContexts {
  /** The context of these options with one blank page. */
  open(options: object): Promise<BrowserContext>;
  /** Closes its pages after a test that passed, or the context after one that failed. */
  leave(context: BrowserContext, passed: boolean): Promise<void>;
}

/**
 * Contexts that the tests of a worker use one after the other. A new context compiles all scripts again, which
 * takes about a fifth of the time of an average test.
 */
export function sharedContexts(browser: Browser): SharedContexts {
  const contexts = new Map<string, BrowserContext>();
  return {
    async open(options) {
      const key = JSON.stringify(options);
      const context = contexts.get(key) ?? (await openContext(browser));
      contexts.set(key, context);
      await openCleanPage(context);
      return context;
    },
    async leave(context, passed) {
      if (passed) {
        for (const page of context.pages()) await page.close();
        return;
      }
      // Closing the context saves the snapshot of a failed test's page.
      for (const [key, shared] of contexts) if (shared === context) contexts.delete(key);
      await context.close();
    },
  };
}
