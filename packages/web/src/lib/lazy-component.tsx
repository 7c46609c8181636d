import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { showNotLoaded } from './notify.ts';

interface Loaded<T> {
  value: T | undefined;
  failed: boolean;
}

/**
 * Loads something on the first render, unless it is `loaded`. If that fails, a toast offers to reload the page, since browsers
 * remember a failed import.
 */
export function useLoaded<T>(
  load: () => Promise<T>,
  loaded: T | undefined,
  onFailed?: () => void,
): Loaded<T> {
  const [state, setState] = useState<Loaded<T>>({ value: loaded, failed: false });
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads once; later callbacks do not matter
  useEffect(() => {
    if (state.value !== undefined) return;
    let wanted = true;
    load().then(
      (value) => wanted && setState({ value, failed: false }),
      () => {
        if (!wanted) return;
        setState({ value: undefined, failed: true });
        showNotLoaded();
        onFailed?.();
      },
    );
    return () => {
      wanted = false;
    };
  }, []);
  return state;
}

interface LoadFailure {
  /** Called when the script cannot be loaded, by default `onClose` of a dialog; a toast is shown as well. */
  onLoadFailed?: () => void;
}

interface Options<Props> {
  /** Shown until the component is loaded, or what makes it of the component’s props. */
  fallback?: ReactNode | ((props: Props) => ReactNode);
}

/**
 * A component whose script is loaded on first render, in the browser only: `React.lazy` would render it on the server too.
 * If loading fails the page stays, and the component renders nothing.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { fallback = null }: Options<Props> = {},
) {
  let loaded: ComponentType<Props> | undefined;
  const loadOnce = async () => (loaded ??= await load());

  // biome-ignore lint/correctness/noComponentHookFactories: created once per component, at module level
  function Lazy({ onLoadFailed, ...props }: Props & LoadFailure) {
    const componentProps = props as unknown as Props & { onClose?: () => void };
    const onFailed = onLoadFailed ?? componentProps.onClose;
    const { value: Component, failed } = useLoaded(loadOnce, loaded, onFailed);
    if (Component !== undefined) return <Component {...componentProps} />;
    if (failed) return null;
    return typeof fallback === 'function' ? fallback(componentProps) : fallback;
  }
  return Lazy;
}
