import { AppError } from '../../platform/app-error.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { readerOf } from '../chapters/index.ts';
import { saveChapterProgress } from '../library/index.ts';
import * as queries from './ereader-sync.queries.ts';
import { isOwnPointer, parsePointer, pointerTo } from './xpointer.ts';

/** The device name that is sent for a place that was reached on the site. */
const thisSite = { device: 'Inkling', device_id: 'inkling' };

/** At most this many chapters count as read when a device reports a place behind them; after a longer jump, none do. */
const maxPassed = 10;

const seconds = (at: Date): number => Math.floor(at.getTime() / 1000);

/** Saves a place as the reader's; a chapter that they may no longer read has none. */
async function save(
  ctx: RequestContext,
  viewer: Viewer,
  at: Date,
  chapterId: string,
  place: Parameters<typeof saveChapterProgress>[3],
) {
  try {
    // The place has the time of what the device sent, by which both are compared later.
    await saveChapterProgress({ ...ctx, clock: { ...ctx.clock, now: () => at } }, viewer, chapterId, place);
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'NOT_FOUND')) throw error;
  }
}

/** Takes a place from a device; if it was reached by reading, it is the reader's (docs/product/ereader-sync.md). */
export async function receivePlace(ctx: RequestContext, viewer: Viewer, sent: queries.SentPlace) {
  const now = ctx.clock.now();
  const reader = readerOf(ctx, viewer);
  const pointed = parsePointer(sent.progress);
  // Until a page is turned, KOReader sends the pointer that it was given. In a file without the newest chapters, that is
  // not the reader's place.
  const led = isOwnPointer(sent.progress) ? await findPlace(ctx, viewer, sent.document) : null;
  const isLed = led?.progress === sent.progress && led.device_id !== sent.deviceId;
  const received = await queries.receivePlace(ctx.db, reader, sent, pointed, isLed, now);
  const { story_id: storyId, account_number: last, is_read: isRead } = received;
  const isLost =
    isRead && storyId !== null && (received.chapter_id === null || pointed?.place === 'anywhere');
  const place = isLost ? await queries.findByShare(ctx.db, reader, sent, received.chapter_id) : received;
  if (isRead && storyId !== null && place?.chapter_id && place.number !== null) {
    const { version, paragraph, ordinal, paragraphs } = place;
    if (last !== null && last > 0 && place.number > last && place.number - last <= maxPassed) {
      const passed = await queries.listPassed(ctx.db, storyId, last, place.number);
      for (const [index, id] of passed.entries())
        await save(ctx, viewer, new Date(now.getTime() - passed.length + index), id, { progress: 100 });
    }
    const isAtEnd = sent.percentage === 1 || ordinal === paragraphs;
    const share = isAtEnd ? 100 : (100 * ((ordinal ?? 1) - 1)) / (paragraphs ?? 1);
    await save(ctx, viewer, now, place.chapter_id, {
      progress: share,
      ...(paragraph !== null &&
        version !== null && {
          position: { paragraph, offset: isLost ? 0 : (pointed?.offset ?? 0), version },
        }),
    });
  }
  return { document: sent.document, timestamp: seconds(now) };
}

/** The newest place in a document, wherever it was reached, as a pointer into this file; an empty object if there is none. */
export async function findPlace(ctx: RequestContext, viewer: Viewer, document: string) {
  const found = await queries.findPlace(ctx.db, readerOf(ctx, viewer), document);
  const { device, device_id, read_at: readAt = null, updated_at: updatedAt = null } = found ?? {};
  const isSent = readAt !== null && (updatedAt === null || readAt >= updatedAt);
  if (!found || (!isSent && updatedAt === null)) return {};
  const percentage = (updatedAt === null ? null : found.percentage) ?? found.sent_percentage ?? 0;
  const { kind, page, ordinal } = found;
  const isSaved = isSent && readAt.getTime() === updatedAt?.getTime();
  // If KOReader cannot read a place, such as another program's CFI or share, it opens the book at its beginning.
  const isExact = (parsePointer(found.progress ?? '')?.place ?? 'anywhere') !== 'anywhere';
  if (isSent && found.document === document && (isExact || !isSaved || ordinal === null))
    return { document, percentage, progress: found.progress, device, device_id, timestamp: seconds(readAt) };
  if (updatedAt === null || kind === null || page === null || ordinal === null) return {};
  const from = isSaved ? { device, device_id } : thisSite;
  return {
    document,
    percentage,
    progress: pointerTo(kind, page, ordinal),
    ...from,
    timestamp: seconds(updatedAt),
  };
}
