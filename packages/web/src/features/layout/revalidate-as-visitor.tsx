import { type ReactNode, useEffect } from 'react';
import { useRevalidator } from 'react-router';

/** Loads the page again as a visitor, after the session that opened it has ended, or for what the server left out. */
export function RevalidateAsVisitor({ waiting }: { waiting: ReactNode }) {
  const { revalidate } = useRevalidator();
  useEffect(() => void revalidate(), [revalidate]);
  return waiting;
}
