import type { AppContext, Authenticate } from './context.ts';
import type { Db } from './db/db.ts';

/**
 * How long a token that was looked up counts without being looked up again, in milliseconds. What changes in this
 * process counts at once (`forgetViewers`); what another process changes, this much later (docs/product.md §2.4).
 */
const knownFor = 250;
const maxKnown = 10_000;

type Found = NonNullable<Awaited<ReturnType<Authenticate>>>;

interface Known {
  viewers: Map<string, { found: Found; until: number; at: number }>;
  /** How often all was forgotten: what was looked up before that is not to be known after it. */
  forgotten: number;
  listeners: Set<() => void>;
}

const knownTo = new WeakMap<Db, Known>();

function knownOf(db: Db): Known {
  const made = knownTo.get(db) ?? { viewers: new Map(), forgotten: 0, listeners: new Set() };
  knownTo.set(db, made);
  return made;
}

/** Who a token belongs to; at once when it was looked up just now. Null for nobody. */
export function resolveViewer(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  token: string,
  lookUp: () => ReturnType<Authenticate>,
): Found | Promise<Found | null> {
  const known = knownOf(db);
  const now = clock.now().getTime();
  const kept = known.viewers.get(token);
  // Two clocks: nobody sets the one, and the other is the one that log-ins end by.
  if (kept && kept.until > performance.now() && Math.abs(now - kept.at) < knownFor) return kept.found;
  return lookedUp(known, token, now, lookUp);
}

async function lookedUp(
  known: Known,
  token: string,
  now: number,
  lookUp: () => ReturnType<Authenticate>,
): Promise<Found | null> {
  const { forgotten } = known;
  const found = await lookUp();
  if (found === null) known.viewers.delete(token);
  else if (forgotten === known.forgotten) {
    if (known.viewers.size >= maxKnown) known.viewers.clear();
    known.viewers.set(token, { found, until: performance.now() + knownFor, at: now });
  }
  return found;
}

/** To be called once a change of log-ins, or of what a viewer is, is committed: the next request sees it. */
export function invalidateViewers(db: Db): void {
  const known = knownOf(db);
  known.viewers.clear();
  known.forgotten += 1;
  for (const listener of known.listeners) listener();
}

/** Tells when a log-in may have ended in this process; the answer stops it. */
export function onInvalidated(db: Db, listener: () => void): () => void {
  const { listeners } = knownOf(db);
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
