import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { nextRetry } from './next-retry.ts';
import { showError, showOutdated } from './notify.ts';
import { OutdatedScript } from './part-scripts.ts';

interface Loaded<T> {
  value: T | undefined;
  /** Whether loading has failed; it is retried. */
  failed: boolean;
}

/**
 * Loads something on the first render, unless it is `loaded`. A failed load is retried, or ends with `onFailed` and an error
 * toast. If a newer version of the site no longer has it, a toast offers to reload the page.
 */
export function useLoaded<T>(
  load: () => Promise<T>,
  loaded: T | undefined,
  onFailed?: () => void,
): Loaded<T> {
  const [state, setState] = useState<Loaded<T>>({ value: loaded, failed: false });
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads once; later callbacks do not matter
  useEffect(() => {
    let wanted = state.value === undefined;
    const attempt = async () => {
      while (wanted) {
        try {
          const value = await load();
          if (wanted) setState({ value, failed: false });
          return;
        } catch (error) {
          if (!wanted) return;
          setState({ value: undefined, failed: true });
          const isOutdated = error instanceof OutdatedScript;
          if (isOutdated) showOutdated();
          else if (onFailed) showError('This could not be loaded. Check your connection, then try again.');
          if (onFailed || isOutdated) return onFailed?.();
          await nextRetry();
        }
      }
    };
    void attempt();
    return () => {
      wanted = false;
    };
  }, []);
  return state;
}

interface LoadFailure {
  /** Called when the script cannot be fetched, for example to close the dialog; an error toast is shown as well. */
  onLoadFailed?: () => void;
}

interface Options {
  /** Shown until the component is loaded. */
  fallback?: ReactNode;
}

/**
 * A component whose script is loaded on first render. If loading fails the page stays: the component renders nothing
 * and loading is retried, or `onLoadFailed` is called.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { fallback = null }: Options = {},
) {
  let loaded: ComponentType<Props> | undefined;
  const loadOnce = async () => (loaded ??= await load());

  // biome-ignore lint/correctness/noComponentHookFactories: created once per component, at module level
  function Lazy({ onLoadFailed, ...props }: Props & LoadFailure) {
    const { value: Component, failed } = useLoaded(loadOnce, loaded, onLoadFailed);
    const componentProps = props as unknown as Props;
    if (Component !== undefined) return <Component {...componentProps} />;
    return failed ? null : fallback;
  }
  return Lazy;
}
