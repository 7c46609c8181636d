import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { withSettings } from './settings-file.ts';

test('new settings replace those of the file, and the rest of it stays', () => {
  const text = '# Mine.\nPORT=3100\nexport SMTP_URL=smtp://old.example\nDATABASE_URL=postgres://x\n';
  expect(withSettings(text, { SMTP_URL: 'smtp://new.example', DATABASE_URL: null, BACKUPS: '02:30' })).toBe(
    '# Mine.\nPORT=3100\n\nSMTP_URL=smtp://new.example\nBACKUPS=02:30\n',
  );
  expect(withSettings('', { PORT: '1' })).toBe('PORT=1\n');
});

test('a value is read as it was written, or refused', () => {
  const values = [
    'a b',
    'Ink <a@b.example>',
    'smtp://u:p%40$HOME#x@host',
    "O'Neill & Co",
    '"quoted"',
    '',
    'a=b',
  ];
  for (const value of values) expect(parseEnv(withSettings('', { VALUE: value })).VALUE).toBe(value);
  expect(() => withSettings('', { VALUE: `it's "$5"` })).toThrow('can’t hold');
  const folder = mkdtempSync(join(tmpdir(), 'inkling-env-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, '.env'), withSettings('', { PROBE_VALUE: values[2] ?? '' }));
  process.loadEnvFile(join(folder, '.env'));
  onTestFinished(() => void delete process.env.PROBE_VALUE);
  expect(process.env.PROBE_VALUE).toBe(values[2]);
});
