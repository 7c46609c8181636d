import { writeFileSync } from 'node:fs';
import { Mp3Encoder } from '@breezystack/lamejs';
import { rain } from './rain.ts';

/**
 * Writes packages/web/public/ambient-rain.mp3: `node scripts/rain/make-rain.ts`. The loop is 64 seconds; the file goes on
 * with its beginning, because MP3 adds silence at both ends, which the player leaves out (features/reading-comfort/rain.ts).
 */
const rate = 32_000;
const loopSeconds = 64;
const extraSeconds = 2;
const kilobits = 48;

const samples = rain(loopSeconds, rate);
const whole = Int16Array.from({ length: (loopSeconds + extraSeconds) * rate }, (_, at) =>
  Math.round((samples[at % samples.length] ?? 0) * 32_767),
);
const encoder = new Mp3Encoder(1, rate, kilobits);
const parts = [Buffer.from(encoder.encodeBuffer(whole)), Buffer.from(encoder.flush())];
const file = Buffer.concat(parts);
writeFileSync(new URL('../../packages/web/public/ambient-rain.mp3', import.meta.url), file);
process.stdout.write(`${Math.round(file.length / 1024)} KB\n`);
