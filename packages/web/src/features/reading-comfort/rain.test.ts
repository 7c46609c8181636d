import { readFileSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { createRain, type RainState } from './rain.ts';

afterEach(() => vi.unstubAllGlobals());

/** A context that the browser has not let start, and what is set on its nodes. */
function fakeContext() {
  const source = { connect: (node: unknown) => node, start: vi.fn(), loop: false, loopStart: 0, loopEnd: 0 };
  const gain = {
    gain: { setValueAtTime: vi.fn(), linearRampToValueAtTime: vi.fn() },
    connect: (node: unknown) => node,
  };
  const events = new EventTarget();
  const context = {
    state: 'suspended',
    currentTime: 0,
    destination: {},
    decodeAudioData: async () => ({}),
    createBufferSource: () => source,
    createGain: () => gain,
    addEventListener: events.addEventListener.bind(events),
    removeEventListener: events.removeEventListener.bind(events),
    close: vi.fn(async () => undefined),
    resume: async () => {
      context.state = 'running';
      events.dispatchEvent(new Event('statechange'));
    },
  };
  return { context, source, gain };
}

function rainWith(response: Response) {
  const page = new EventTarget();
  vi.stubGlobal('window', page);
  vi.stubGlobal('fetch', async () => response);
  const fake = fakeContext();
  const states: RainState[] = [];
  const rain = createRain(
    (state) => states.push(state),
    () => fake.context as unknown as AudioContext,
  );
  return { ...fake, page, rain, states };
}

test('the rain waits for a gesture, plays at 0.3 in a loop of 64 seconds, and ends when it is stopped', async () => {
  const { context, source, gain, page, rain, states } = rainWith(new Response(''));
  await rain.start();
  expect(states).toEqual(['loading', 'waiting']);
  page.dispatchEvent(new Event('keydown'));
  expect(states.at(-1)).toBe('playing');
  expect(source).toMatchObject({ loop: true, loopStart: 1, loopEnd: 65 });
  expect(gain.gain.linearRampToValueAtTime).toHaveBeenCalledWith(0.3, 0.6);
  rain.stop();
  expect(context.close).toHaveBeenCalledOnce();
  expect(states.at(-1)).toBe('off');
});

test('a sound that cannot be fetched says so', async () => {
  const { rain, states } = rainWith(new Response('', { status: 503 }));
  await rain.start();
  expect(states).toEqual(['loading', 'off', 'failed']);
});

test('the file has at least 66 seconds in fewer than 500 KB', () => {
  const file = readFileSync(new URL('../../../public/ambient-rain.mp3', import.meta.url));
  expect(file.length).toBeLessThan(500_000);
  // MPEG-1 layer III, 48 kbit/s, 32 kHz, mono: 216 bytes and 1,152 samples a frame.
  const frame = (144 * 48_000) / 32_000;
  expect([file[0], file[1], file[frame], file[frame + 1]]).toEqual([0xff, 0xfb, 0xff, 0xfb]);
  expect(((file.length / frame) * 1152) / 32_000).toBeGreaterThanOrEqual(66);
});
