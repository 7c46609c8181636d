import { useEffect, useState } from 'react';
import { createRain, type RainState } from './rain.ts';

/** Plays the sound of rain while it is wanted and the component is shown. */
export function useRain(wanted: boolean): RainState {
  const [state, setState] = useState<RainState>('off');
  useEffect(() => {
    if (!wanted) return;
    const rain = createRain(setState);
    void rain.start();
    // A page that the browser keeps for 'Back' must be silent.
    const onLeave = () => rain.stop();
    const onReturn = ({ persisted }: PageTransitionEvent) => persisted && void rain.start();
    window.addEventListener('pagehide', onLeave);
    window.addEventListener('pageshow', onReturn);
    return () => {
      window.removeEventListener('pagehide', onLeave);
      window.removeEventListener('pageshow', onReturn);
      rain.stop();
    };
  }, [wanted]);
  return state;
}
