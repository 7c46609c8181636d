import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';

type Store = typeof import('./session-store.ts');

/** One tab: its own page, beside the storage that all of them have. */
class Tab {
  readonly #browser: Browser;
  readonly #store: Store;
  readonly #hear: () => void;
  /** What others have done to the storage, and this one has not been told yet. */
  unheard = 0;
  /** How often the page was told that something is different. */
  told = 0;
  /** The log-in that is being ended here. */
  #leaving: string | null = null;

  constructor(browser: Browser, store: Store, hear: () => void) {
    this.#browser = browser;
    this.#store = store;
    this.#hear = hear;
    store.readToken();
    store.onTokenChange(() => {
      this.told += 1;
    });
  }

  get token(): string | null {
    return this.#store.readToken();
  }
  get lost(): boolean {
    return this.#store.isSessionLost();
  }

  logIn(token: string): void {
    this.#browser.newest = token;
    this.#browser.valid.add(token);
    this.#browser.by(this, () => this.#store.saveToken(token));
  }

  /** The person asks for it, and the server ends it; its answer comes later. */
  beginLogout(): void {
    this.#leaving = this.#store.lastToken();
    if (this.#leaving === null) return;
    this.#store.beginSigningOut(this.#leaving);
    this.#browser.valid.delete(this.#leaving);
  }
  endLogout(): void {
    const token = this.#leaving;
    if (token !== null) this.#browser.by(this, () => this.#store.clearToken(token));
    this.#leaving = null;
  }

  /** A call that was made with this log-in is refused. */
  refused(token: string): void {
    this.#browser.by(this, () => this.#store.clearToken(token));
  }

  hear(): void {
    if (this.unheard === 0) return;
    this.unheard -= 1;
    this.#browser.by(this, this.#hear);
  }

  /** As the page does once it knows whose the other log-in is (features/layout/session-boundary.tsx). */
  makeRoom(): void {
    const awaited = this.#store.awaitedToken();
    if (awaited !== null) this.#browser.by(this, () => this.#store.continueWith(awaited));
  }
}

/** What tabs have in common: the storage, and a server. */
class Browser {
  readonly #kept = new Map<string, string>();
  readonly tabs: Tab[] = [];
  readonly valid = new Set<string>();
  /** The log-in that somebody has begun last. */
  newest: string | null = null;
  #acting: Tab | undefined;

  constructor() {
    vi.stubGlobal('document', { documentElement: { dataset: {} } });
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => this.#kept.get(key) ?? null,
      setItem: (key: string, value: string) => {
        this.#kept.set(key, value);
        this.#tell();
      },
      removeItem: (key: string) => {
        if (this.#kept.delete(key)) this.#tell();
      },
    });
  }

  #tell(): void {
    for (const tab of this.tabs) if (tab !== this.#acting) tab.unheard += 1;
  }

  by(tab: Tab, act: () => void): void {
    this.#acting = tab;
    act();
  }

  async open(): Promise<Tab> {
    let hear = (): void => undefined;
    const addEventListener = (_name: string, listener: (event: { key: string }) => void) => {
      hear = () => listener({ key: 'token' });
    };
    vi.stubGlobal('window', { addEventListener });
    vi.resetModules();
    const tab = new Tab(this, await import('./session-store.ts'), () => hear());
    this.tabs.push(tab);
    return tab;
  }

  get token(): string | null {
    return this.#kept.get('token') ?? null;
  }

  /** Everything under way comes to its end: what was done is heard of, and what is over is refused. */
  settle(): void {
    for (let round = 0; round < 4; round += 1) {
      for (const tab of this.tabs) {
        tab.endLogout();
        while (tab.unheard > 0) tab.hear();
        tab.makeRoom();
        if (tab.token !== null && !this.valid.has(tab.token)) tab.refused(tab.token);
      }
    }
  }
}

afterEach(() => vi.unstubAllGlobals());

/** Two tabs, both with somebody's first log-in. */
async function twoTabs() {
  const browser = new Browser();
  const [one, two] = [await browser.open(), await browser.open()];
  one.logIn('first');
  browser.settle();
  expect([one.token, two.token]).toEqual(['first', 'first']);
  return { browser, one, two };
}

test('a log-out that is answered after another tab has logged in leaves that log-in alone', async () => {
  for (const heard of ['nothing', 'of it', 'of it, and has made room'] as const) {
    const { browser, one, two } = await twoTabs();
    one.beginLogout();
    two.logIn('second');
    if (heard !== 'nothing') one.hear();
    if (heard === 'of it, and has made room') one.makeRoom();
    one.endLogout();
    browser.settle();
    expect([browser.token, one.token, two.token], heard).toEqual(['second', 'second', 'second']);
  }
});

test('a refusal that comes late ends no log-in but its own, and not the one that waits for room', async () => {
  const { browser, one, two } = await twoTabs();
  two.logIn('second');
  one.hear();
  browser.valid.delete('first');
  one.refused('first');
  expect(one.lost).toBe(true);
  browser.settle();
  expect([browser.token, one.token]).toEqual(['second', 'second']);
  one.refused('first');
  expect([browser.token, one.token, one.lost]).toEqual(['second', 'second', false]);
});

test('a log-in that is over again before there was room for it is not taken over', async () => {
  const { browser, one, two } = await twoTabs();
  browser.valid.delete('first');
  one.refused('first');
  two.hear();
  two.logIn('second');
  one.hear();
  // Without a network the server does not hear of this one.
  two.beginLogout();
  browser.valid.add('second');
  two.endLogout();
  one.hear();
  one.makeRoom();
  expect([browser.token, one.token, two.token]).toEqual([null, null, null]);
});

test('who logs out is not told that the session was lost, whoever is first to say that it has ended', async () => {
  for (const before of ['the answer', 'the live connection', 'another tab'] as const) {
    const { one, two } = await twoTabs();
    one.beginLogout();
    if (before === 'the live connection') one.refused('first');
    if (before === 'another tab') {
      two.refused('first');
      one.hear();
    }
    one.endLogout();
    expect([one.token, one.lost], before).toEqual([null, false]);
    two.hear();
    expect([two.token, two.lost], before).toEqual([null, true]);
  }
});

test('who logs out where the session was lost before has left it, and the next log-in is taken over at once', async () => {
  const { one, two } = await twoTabs();
  two.beginLogout();
  two.endLogout();
  one.hear();
  expect([one.token, one.lost]).toEqual([null, true]);
  const told = one.told;
  one.beginLogout();
  one.endLogout();
  expect([one.token, one.lost]).toEqual([null, false]);
  expect(one.told, 'what shows it is told').toBeGreaterThan(told);
  two.logIn('second');
  one.hear();
  expect(one.token).toBe('second');
});

test('whatever tabs do at once, in the end all have the newest log-in, or none when that has ended', async () => {
  const which = fc.nat(2);
  const step = fc.oneof(
    fc.record({ act: fc.constant('logIn' as const), tab: which }),
    fc.record({ act: fc.constant('beginLogout' as const), tab: which }),
    fc.record({ act: fc.constant('endLogout' as const), tab: which }),
    fc.record({ act: fc.constant('makeRoom' as const), tab: which }),
    fc.record({ act: fc.constant('refused' as const), tab: which, log: fc.nat(8) }),
    { weight: 3, arbitrary: fc.record({ act: fc.constant('hear' as const), tab: which }) },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const browser = new Browser();
      for (let count = 0; count < 3; count += 1) await browser.open();
      const sessions: string[] = [];
      for (const one of steps) {
        const tab = browser.tabs[one.tab];
        if (tab === undefined) throw new Error('There are three');
        if (one.act === 'logIn') {
          sessions.push(`log-in ${sessions.length}`);
          tab.logIn(sessions.at(-1) ?? '');
        } else if (one.act === 'refused') {
          const over = sessions[one.log];
          if (over !== undefined && !browser.valid.has(over)) tab.refused(over);
        } else tab[one.act]();
      }
      browser.settle();
      const { newest } = browser;
      const left = newest !== null && browser.valid.has(newest) ? newest : null;
      expect([browser.token, ...browser.tabs.map(({ token }) => token)]).toEqual([left, left, left, left]);
    }),
    { numRuns: 500 },
  );
});
