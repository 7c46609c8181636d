import { deviceSettings } from '../../../lib/device-settings.ts';

/** How this device's editor works. */
interface EditorSettings {
  /** Quotation marks, dashes and ellipses are set while they are typed. */
  smartPunctuation: boolean;
  focusMode: boolean;
  /** Words a day; null for no goal. */
  dailyGoal: number | null;
}

export const maxDailyGoal = 100_000;

const defaults: EditorSettings = { smartPunctuation: true, focusMode: false, dailyGoal: null };

const isGoal = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= maxDailyGoal;

const settings = deviceSettings(
  'editor-settings',
  defaults,
  ({ smartPunctuation, focusMode, dailyGoal }): EditorSettings => ({
    smartPunctuation: smartPunctuation !== false,
    focusMode: focusMode === true,
    dailyGoal: isGoal(dailyGoal) ? dailyGoal : null,
  }),
);

export const editorSettings = settings.read;
export const changeEditorSettings = settings.change;
export const useEditorSettings = settings.use;
