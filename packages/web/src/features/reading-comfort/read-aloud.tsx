import type { Story } from '@inkling/contract/stories';
import { useQuery } from '@tanstack/react-query';
import { Pause, Play, X } from 'lucide-react';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { IconButton } from '../../ui/icon-button.tsx';
import { chapterQuery } from '../chapters/chapters.api.ts';
import { useReadAloud } from './use-read-aloud.ts';
import { readAloudSettings, useVoices } from './use-voices.ts';

const rates = [0.75, 1, 1.25, 1.5, 1.75, 2];

interface Props {
  chapterId: string;
  story: Pick<Story, 'language'>;
  text: RefObject<HTMLElement | null>;
  onNext: (() => void) | undefined;
  onClose: () => void;
}

/** The player of the voice that reads the story aloud, at the bottom of the window. */
export function ReadAloud({ chapterId, story, text, onNext, onClose }: Props) {
  const voices = useVoices(story.language);
  const isShown = useQuery({ ...chapterQuery(chapterId), enabled: false }).data !== undefined;
  const canSpeak = voices.own.length > 0;
  const { state, toggle } = useReadAloud({
    chapterId,
    isShown,
    language: story.language,
    text,
    voice: voices.current,
    canSpeak,
    onNext,
  });
  const { rate } = readAloudSettings.use();
  const player = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const [own, opener] = [player.current, document.activeElement];
    own?.focus({ preventScroll: true });
    return () => {
      if (own?.contains(document.activeElement) && opener instanceof HTMLElement)
        opener.focus({ preventScroll: true });
    };
  }, []);
  return (
    <section ref={player} tabIndex={-1} aria-label="Read aloud" className="read-aloud outline-none">
      {canSpeak ? (
        <>
          <IconButton
            icon={state === 'playing' ? Pause : Play}
            label={state === 'playing' ? 'Pause reading aloud' : 'Resume reading aloud'}
            disabled={state === 'finished'}
            onClick={toggle}
          />
          <select
            aria-label="Voice"
            className="read-aloud-choice min-w-0 flex-1"
            value={voices.current?.voiceURI ?? ''}
            onChange={(event) => readAloudSettings.change({ voice: event.target.value })}
          >
            {voices.own.map(({ voiceURI, name }) => (
              <option key={voiceURI} value={voiceURI}>
                {name}
              </option>
            ))}
          </select>
          <select
            aria-label="Speed"
            className="read-aloud-choice"
            value={rate}
            onChange={(event) => readAloudSettings.change({ rate: Number(event.target.value) })}
          >
            {rates.map((one) => (
              <option key={one} value={one}>
                {one}×
              </option>
            ))}
          </select>
        </>
      ) : (
        <p className="min-w-0 flex-1 px-2 py-1 text-sm">{messageOf(voices.count)}</p>
      )}
      <IconButton icon={X} label="Stop reading aloud" onClick={onClose} />
      <p role="status" className="sr-only">
        {state === 'finished' ? 'You’ve reached the end of the story.' : ''}
      </p>
    </section>
  );
}

function messageOf(voices: number | null): string {
  if (voices === null) return 'Looking for voices…';
  if (voices === 0)
    return 'This browser has no voices for reading aloud. Try another browser, or add a voice in your system settings.';
  return 'This browser has no voice for the story’s language. You can add one in your system settings.';
}
