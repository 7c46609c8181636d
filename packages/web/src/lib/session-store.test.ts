import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';

type Store = typeof import('./session-store.ts');

/** A tab with its own session store; all tabs share the storage. */
class Tab {
  readonly #browser: Browser;
  readonly #store: Store;
  readonly #dispatch: (name: string, event: object) => void;
  /** Storage events from other tabs that this tab has not received yet. */
  pendingEvents = 0;
  /** How often the page was notified of a change. */
  notifications = 0;
  /** The token that is being signed out here. */
  #signingOut: string | null = null;

  constructor(browser: Browser, store: Store, dispatch: (name: string, event: object) => void) {
    this.#browser = browser;
    this.#store = store;
    this.#dispatch = dispatch;
    store.readToken();
    store.onTokenChange(() => {
      this.notifications += 1;
    });
  }

  get token(): string | null {
    return this.#store.readToken();
  }
  get lost(): boolean {
    return this.#store.isSessionLost();
  }

  signIn(token: string): void {
    this.#browser.newest = token;
    this.#browser.valid.add(token);
    this.#browser.by(this, () => this.#store.saveToken(token));
  }

  /** The user signs out and the server ends the session; its response arrives in `endSignOut`. */
  beginSignOut(): void {
    this.#signingOut = this.#store.lastToken();
    if (this.#signingOut === null) return;
    this.#store.beginSigningOut(this.#signingOut);
    this.#browser.valid.delete(this.#signingOut);
  }
  endSignOut(): void {
    const token = this.#signingOut;
    if (token !== null) this.#browser.by(this, () => this.#store.clearToken(token));
    this.#signingOut = null;
  }

  /** A call with this token gets a 401. */
  refused(token: string): void {
    this.#browser.by(this, () => this.#store.clearToken(token));
  }

  receive(): void {
    if (this.pendingEvents === 0) return;
    this.pendingEvents -= 1;
    this.#browser.by(this, () => this.#dispatch('storage', { key: 'token' }));
  }

  /** The page is shown again without having been loaded; what happened meanwhile was not sent to it. */
  comeBack(): void {
    this.pendingEvents = 0;
    this.#dispatch('pageshow', { persisted: true });
  }

  /** What the page does once it knows whose the other session is (features/layout/session-boundary.tsx). */
  switchSession(): void {
    const pending = this.#store.pendingToken();
    if (pending !== null) this.#browser.by(this, () => this.#store.switchToPendingToken(pending));
  }
}

/** What the tabs share: the storage and a server. */
class Browser {
  readonly #storage = new Map<string, string>();
  readonly tabs: Tab[] = [];
  readonly valid = new Set<string>();
  /** The token of the session that was started last. */
  newest: string | null = null;
  #acting: Tab | undefined;

  constructor() {
    vi.stubGlobal('document', { documentElement: { dataset: {} } });
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => this.#storage.get(key) ?? null,
      setItem: (key: string, value: string) => {
        this.#storage.set(key, value);
        this.#notify();
      },
      removeItem: (key: string) => {
        if (this.#storage.delete(key)) this.#notify();
      },
    });
  }

  #notify(): void {
    for (const tab of this.tabs) if (tab !== this.#acting) tab.pendingEvents += 1;
  }

  by(tab: Tab, act: () => void): void {
    this.#acting = tab;
    act();
  }

  async open(): Promise<Tab> {
    const window = new EventTarget();
    vi.stubGlobal('window', window);
    vi.resetModules();
    const dispatch = (name: string, event: object) =>
      void window.dispatchEvent(Object.assign(new Event(name), event));
    const tab = new Tab(this, await import('./session-store.ts'), dispatch);
    this.tabs.push(tab);
    return tab;
  }

  get token(): string | null {
    return this.#storage.get('token') ?? null;
  }

  /** Completes everything pending: sign-outs, storage events, and 401s for ended sessions. */
  settle(): void {
    for (let round = 0; round < 4; round += 1) {
      for (const tab of this.tabs) {
        tab.endSignOut();
        while (tab.pendingEvents > 0) tab.receive();
        tab.switchSession();
        if (tab.token !== null && !this.valid.has(tab.token)) tab.refused(tab.token);
      }
    }
  }
}

afterEach(() => vi.unstubAllGlobals());

/** Two tabs that share a first session. */
async function twoTabs() {
  const browser = new Browser();
  const [one, two] = [await browser.open(), await browser.open()];
  one.signIn('first');
  browser.settle();
  expect([one.token, two.token]).toEqual(['first', 'first']);
  return { browser, one, two };
}

test('a sign-out whose response arrives after another tab has signed in does not end the new session', async () => {
  for (const before of ['nothing', 'the storage event', 'the event and the switch'] as const) {
    const { browser, one, two } = await twoTabs();
    one.beginSignOut();
    two.signIn('second');
    if (before !== 'nothing') one.receive();
    if (before === 'the event and the switch') one.switchSession();
    one.endSignOut();
    browser.settle();
    expect([browser.token, one.token, two.token], before).toEqual(['second', 'second', 'second']);
  }
});

test('a late 401 ends only its own session, not the pending one of another tab', async () => {
  const { browser, one, two } = await twoTabs();
  two.signIn('second');
  one.receive();
  browser.valid.delete('first');
  one.refused('first');
  expect(one.lost).toBe(true);
  browser.settle();
  expect([browser.token, one.token]).toEqual(['second', 'second']);
  one.refused('first');
  expect([browser.token, one.token, one.lost]).toEqual(['second', 'second', false]);
});

test('a pending session that ends before the switch is not adopted', async () => {
  const { browser, one, two } = await twoTabs();
  browser.valid.delete('first');
  one.refused('first');
  two.receive();
  two.signIn('second');
  one.receive();
  // Offline, the sign-out does not reach the server.
  two.beginSignOut();
  browser.valid.add('second');
  two.endSignOut();
  one.receive();
  one.switchSession();
  expect([browser.token, one.token, two.token]).toEqual([null, null, null]);
});

test('after a sign-out the session does not count as lost, whichever source reports its end first', async () => {
  for (const before of ['the response', 'the live connection', 'another tab'] as const) {
    const { one, two } = await twoTabs();
    one.beginSignOut();
    if (before === 'the live connection') one.refused('first');
    if (before === 'another tab') {
      two.refused('first');
      one.receive();
    }
    one.endSignOut();
    expect([one.token, one.lost], before).toEqual([null, false]);
    two.receive();
    expect([two.token, two.lost], before).toEqual([null, true]);
  }
});

test('signing out of a lost session ends it, and the next session of another tab is adopted at once', async () => {
  const { one, two } = await twoTabs();
  two.beginSignOut();
  two.endSignOut();
  one.receive();
  expect([one.token, one.lost]).toEqual([null, true]);
  const before = one.notifications;
  one.beginSignOut();
  one.endSignOut();
  expect([one.token, one.lost]).toEqual([null, false]);
  expect(one.notifications, 'subscribers are notified').toBeGreaterThan(before);
  two.signIn('second');
  one.receive();
  expect(one.token).toBe('second');
});

test('after any interleaving, all tabs end up with the newest session, or none if it has ended [P04]', async () => {
  const which = fc.nat(2);
  const step = fc.oneof(
    fc.record({ act: fc.constant('signIn' as const), tab: which }),
    fc.record({ act: fc.constant('beginSignOut' as const), tab: which }),
    fc.record({ act: fc.constant('endSignOut' as const), tab: which }),
    fc.record({ act: fc.constant('switchSession' as const), tab: which }),
    fc.record({ act: fc.constant('refused' as const), tab: which, session: fc.nat(8) }),
    { weight: 3, arbitrary: fc.record({ act: fc.constant('receive' as const), tab: which }) },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const browser = new Browser();
      for (let count = 0; count < 3; count += 1) await browser.open();
      const sessions: string[] = [];
      for (const action of steps) {
        const tab = browser.tabs[action.tab];
        if (tab === undefined) throw new Error('Expected three tabs');
        if (action.act === 'signIn') {
          sessions.push(`session ${sessions.length}`);
          tab.signIn(sessions.at(-1) ?? '');
        } else if (action.act === 'refused') {
          const ended = sessions[action.session];
          if (ended !== undefined && !browser.valid.has(ended)) tab.refused(ended);
        } else tab[action.act]();
      }
      browser.settle();
      const { newest } = browser;
      const expected = newest !== null && browser.valid.has(newest) ? newest : null;
      expect([browser.token, ...browser.tabs.map(({ token }) => token)]).toEqual([
        expected,
        expected,
        expected,
        expected,
      ]);
    }),
    { numRuns: 500 },
  );
});

test('a page from the back/forward cache is not shown if its session has ended or another one has begun [P04]', async () => {
  const html = { dataset: {}, hidden: false };
  const reload = vi.fn();
  vi.stubGlobal('location', { reload });
  for (const [meanwhile, isShown] of [
    ['nothing', true],
    ['signed out', false],
    ['another person', false],
  ] as const) {
    const { one, two } = await twoTabs();
    vi.stubGlobal('document', { documentElement: Object.assign(html, { hidden: false }) });
    if (meanwhile !== 'nothing') {
      two.beginSignOut();
      two.endSignOut();
    }
    if (meanwhile === 'another person') two.signIn('second');
    reload.mockClear();
    one.comeBack();
    expect([meanwhile, !html.hidden, reload.mock.calls.length]).toEqual([
      meanwhile,
      isShown,
      isShown ? 0 : 1,
    ]);
  }
});
