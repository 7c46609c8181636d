import { useViewInAddress } from '../../lib/use-view-in-address.ts';
import { type AnnotationView, everything, formatView, parseView, withText } from './annotation-view.ts';

const address = { parse: parseView, format: formatView, textOf: ({ q }: AnnotationView) => q, withText };

/** What the page of all annotations shows. */
export function useAnnotationView() {
  const { show, ...view } = useViewInAddress(address);
  return { ...view, reset: () => show(everything) };
}
