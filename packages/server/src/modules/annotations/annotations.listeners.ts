import type { AppContext } from '../../platform/context.ts';
import { defineListener, type Listener, on } from '../../platform/events/listener.ts';
import { chapterTextSaved } from '../chapters/index.ts';
import { sendCarryJob } from './carry-job.ts';

/** Carries annotations over once, after the save of a new version, so that the author does not wait for it. */
export const annotationListener = (ctx: AppContext): Listener =>
  defineListener(
    'carry-annotations',
    [on(chapterTextSaved, ({ payload }, tx) => sendCarryJob(ctx, tx, payload.chapterId))],
    { startAt: 'now' },
  );
