import { type ReactNode, useEffect } from 'react';
import { useRevalidator } from 'react-router';

/** Stands where a page was opened by somebody who has been signed out since: it is asked for anew, as a visitor. */
export function RevalidateAsVisitor({ waiting }: { waiting: ReactNode }) {
  const { revalidate } = useRevalidator();
  useEffect(() => void revalidate(), [revalidate]);
  return waiting;
}
