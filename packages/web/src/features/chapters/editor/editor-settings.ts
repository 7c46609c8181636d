import { useSyncExternalStore } from 'react';

/** How this device's editor works. On the device, because keyboards and screens differ. */
export interface EditorSettings {
  /** Quotation marks, dashes and ellipses are set while they are typed. */
  smartPunctuation: boolean;
  focusMode: boolean;
  /** Words a day; null for no goal. */
  dailyGoal: number | null;
}

export const maxDailyGoal = 100_000;

const defaults: EditorSettings = { smartPunctuation: true, focusMode: false, dailyGoal: null };
const key = 'editor-settings';
const listeners = new Set<() => void>();
let current: EditorSettings | undefined;

const isGoal = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= maxDailyGoal;

/** Reads the stored settings; invalid values become the defaults. */
function read(): EditorSettings {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
    const { smartPunctuation, focusMode, dailyGoal }: { [name in keyof EditorSettings]?: unknown } =
      typeof stored === 'object' && stored !== null ? stored : {};
    return {
      smartPunctuation: smartPunctuation !== false,
      focusMode: focusMode === true,
      dailyGoal: isGoal(dailyGoal) ? dailyGoal : null,
    };
  } catch {
    return defaults;
  }
}

export const editorSettings = (): EditorSettings => {
  current ??= read();
  return current;
};

export function changeEditorSettings(changes: Partial<EditorSettings>): void {
  current = { ...editorSettings(), ...changes };
  try {
    localStorage.setItem(key, JSON.stringify(current));
  } catch {
    // Without storage, the choice lasts until the page is closed.
  }
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useEditorSettings = (): EditorSettings =>
  useSyncExternalStore(subscribe, editorSettings, () => defaults);
