import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { retryUntilLoaded } from './next-retry.ts';
import { showError } from './notify.ts';

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

  // biome-ignore lint/correctness/noComponentHookFactories: created once per component, at module level
  function Lazy({ onLoadFailed, ...props }: Props & LoadFailure) {
    const [Component, setComponent] = useState<ComponentType<Props> | undefined>(() => loaded);
    const [failed, setFailed] = useState(false);
    // biome-ignore lint/correctness/useExhaustiveDependencies: loads once; later callbacks do not matter
    useEffect(() => {
      if (Component !== undefined) return;
      let mounted = true;
      const fail = () => {
        setFailed(true);
        if (onLoadFailed === undefined) return;
        mounted = false;
        showError('This could not be loaded. Check your connection, then try again.');
        onLoadFailed();
      };
      void retryUntilLoaded(load, () => mounted, fail).then((component) => {
        loaded ??= component;
        if (mounted) setComponent(() => component);
      });
      return () => {
        mounted = false;
      };
    }, []);
    const componentProps = props as unknown as Props;
    if (Component !== undefined) return <Component {...componentProps} />;
    return failed ? null : fallback;
  }
  return Lazy;
}
