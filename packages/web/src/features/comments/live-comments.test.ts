import { expect, test, vi } from 'vitest';
import type { Emit, Listener } from '../../lib/live.ts';
import { followComments } from './live-comments.ts';

/** A live connection that the test controls. */
function connection() {
  const listeners = new Set<Listener>();
  const sent: string[] = [];
  const emit: Emit = (event, payload, onAck) => {
    sent.push(`${event} ${JSON.stringify(payload)}`);
    onAck?.({ success: true });
  };
  const listen = (listener: Listener) => {
    listeners.add(listener);
    listener.onConnected(emit, false);
    return (beforeLeave: (emit: Emit) => void) => {
      listeners.delete(listener);
      beforeLeave(emit);
    };
  };
  return { listen, listeners, sent, emit };
}

const handler = () => ({ onChanged: vi.fn(), onClosed: vi.fn(), onMissed: vi.fn() });
const place = { storyId: 'a', chapterId: null };

test('a place is followed once, as long as any part of the page follows it', () => {
  const { listen, listeners, sent } = connection();
  const [one, two] = [handler(), handler()];
  const stopOne = followComments(place, one, listen);
  const stopTwo = followComments(place, two, listen);
  expect(sent).toEqual([`comments:open ${JSON.stringify(place)}`]);
  const change = { ...place, commentsCount: 1, added: 'x' };
  for (const { on } of listeners) {
    on['comments:changed']?.(change);
    on['comments:changed']?.({ ...change, chapterId: 'b' });
  }
  expect(one.onChanged.mock.calls).toEqual([[change]]);
  const closing = { ...place, isClosed: true };
  for (const { on } of listeners) {
    on['comments:closed']?.(closing);
    on['comments:closed']?.({ ...closing, storyId: 'b' });
  }
  expect(one.onClosed.mock.calls).toEqual([[closing]]);
  stopOne();
  expect(sent).toHaveLength(1);
  stopTwo();
  expect(sent.at(-1)).toBe(`comments:close ${JSON.stringify(place)}`);
  expect(listeners.size).toBe(0);
});

test('after a lost connection the place is followed again, and comments that were missed are fetched', () => {
  const { listen, listeners, sent, emit } = connection();
  const one = handler();
  const stop = followComments({ storyId: 'a', chapterId: 'b' }, one, listen);
  expect(one.onMissed).not.toHaveBeenCalled();
  for (const listener of listeners) listener.onConnected(emit, true);
  expect(one.onMissed).toHaveBeenCalledOnce();
  expect(sent.filter((event) => event.startsWith('comments:open'))).toHaveLength(2);
  stop();
});
