import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { retryUntilLoaded } from './next-retry.ts';
import { showError } from './notify.ts';

interface Away {
  /** Told when the part cannot be fetched, such as to close what has opened it; that is then said, too. */
  onAway?: () => void;
}

interface Options {
  /** Stands there until the part has come. */
  waiting?: ReactNode;
}

/**
 * A part of a page whose script comes when it is needed. When it does not come, the page stays: the part is left out
 * until it does, or what has opened it is told.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { waiting = null }: Options = {},
) {
  let loaded: ComponentType<Props> | undefined;

  // biome-ignore lint/correctness/noComponentHookFactories: made once for each part, where its module is loaded
  function Part({ onAway, ...props }: Props & Away) {
    const [Found, setFound] = useState<ComponentType<Props> | undefined>(() => loaded);
    const [failed, setFailed] = useState(false);
    // biome-ignore lint/correctness/useExhaustiveDependencies: asked for once, whoever is to be told
    useEffect(() => {
      if (Found !== undefined) return;
      let here = true;
      const away = () => {
        setFailed(true);
        if (onAway === undefined) return;
        here = false;
        showError('This could not be loaded. Check your connection, then try again.');
        onAway();
      };
      void retryUntilLoaded(load, () => here, away).then((found) => {
        loaded ??= found;
        if (here) setFound(() => found);
      });
      return () => {
        here = false;
      };
    }, []);
    const given = props as unknown as Props;
    if (Found !== undefined) return <Found {...given} />;
    return failed ? null : waiting;
  }
  return Part;
}
