import { fetchSound } from '../../lib/fetch-sound.ts';

/** Where the sound is; docs/decisions/0074-pages-and-sound.md says how it was made. */
const file = '/ambient-rain.mp3';
/** The share of full volume that the specification gives. */
const volume = 0.3;
/** The loop is cut from the middle of the file, whose ends are silent: MP3 has no exact beginning. */
const loop = { start: 1, seconds: 64 };
/** Seconds of fading in. */
const fadeSeconds = 0.6;

export type RainState = 'off' | 'loading' | 'playing' | 'waiting' | 'failed';

/** The sound of rain, repeated without a gap. */
export interface Rain {
  /** Browsers play no sound before the first gesture on a page: then it waits for one. */
  start: () => Promise<void>;
  stop: () => void;
}

export type MakeContext = () => AudioContext;

/** `onState` gets each change. `makeContext` is for tests. */
export function createRain(
  onState: (state: RainState) => void,
  makeContext: MakeContext = () => new AudioContext(),
): Rain {
  let context: AudioContext | null = null;
  const gestures = ['pointerup', 'keydown'] as const;
  const report = () => {
    if (context !== null) onState(context.state === 'running' ? 'playing' : 'waiting');
  };
  const resume = () => void context?.resume();
  const listen = (isOn: boolean) => {
    for (const gesture of gestures) {
      if (isOn) window.addEventListener(gesture, resume);
      else window.removeEventListener(gesture, resume);
    }
  };

  async function play(audio: AudioContext): Promise<void> {
    const buffer = await audio.decodeAudioData(await fetchSound(file));
    if (context !== audio) return;
    const source = audio.createBufferSource();
    source.buffer = buffer;
    source.loop = true;
    source.loopStart = loop.start;
    source.loopEnd = loop.start + loop.seconds;
    const gain = audio.createGain();
    gain.gain.setValueAtTime(0, audio.currentTime);
    gain.gain.linearRampToValueAtTime(volume, audio.currentTime + fadeSeconds);
    source.connect(gain).connect(audio.destination);
    source.start(0, loop.start);
    audio.addEventListener('statechange', report);
    report();
  }

  function stop(): void {
    const ended = context;
    context = null;
    listen(false);
    ended?.removeEventListener('statechange', report);
    void ended?.close();
    onState('off');
  }

  return {
    async start() {
      if (context !== null) return;
      onState('loading');
      const audio = makeContext();
      context = audio;
      listen(true);
      try {
        await play(audio);
      } catch {
        if (context !== audio) return;
        stop();
        onState('failed');
      }
    },
    stop,
  };
}
