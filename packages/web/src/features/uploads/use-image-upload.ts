import { imageMaxBytes, imageTooLarge, imageTypes, notAnImage } from '@inkling/contract/files';
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '../../lib/api.ts';
import { upload } from '../../lib/upload.ts';

type ImageCall = 'POST /upload/book-cover' | 'POST /upload/profile-image';

/** Why a file is refused before it is sent; null when it may go. */
export function refusalOf(file: Pick<File, 'size' | 'type'>): string | null {
  if (!imageTypes.includes(file.type)) return notAnImage;
  return file.size > imageMaxBytes ? imageTooLarge : null;
}

interface Options {
  key: ImageCall;
  /** What to say of a failure that has no words of its own. */
  failed: string;
  /** Told the address of an image that is kept. */
  onKept: (address: string) => void;
}

/** Sends images, one at a time: how far it is, a preview meanwhile, what went wrong. */
export function useImageUpload({ key, failed, onKept }: Options) {
  const sending = useRef<AbortController | null>(null);
  /** Percent sent; null when nothing is on its way. */
  const [sent, setSent] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [preview, setPreview] = useState<string | null>(null);
  // A form that is closed wants its image no more.
  useEffect(() => () => sending.current?.abort(), []);
  useEffect(() => (preview === null ? undefined : () => URL.revokeObjectURL(preview)), [preview]);

  const send = async (file: Blob): Promise<void> => {
    if (sending.current !== null) return;
    const stop = new AbortController();
    sending.current = stop;
    setProblem(null);
    setSent(0);
    setPreview(URL.createObjectURL(file));
    try {
      const { imageUrl } = await upload(
        key,
        { body: {}, file },
        { signal: stop.signal, onProgress: setSent },
      );
      onKept(imageUrl);
    } catch (error) {
      if (!stop.signal.aborted) setProblem(messageOf(error, failed));
    } finally {
      sending.current = null;
      setSent(null);
      setPreview(null);
    }
  };
  return { sent, problem, preview, send, setProblem, cancel: () => sending.current?.abort() };
}

export type ImageUpload = ReturnType<typeof useImageUpload>;

/** What a button says while an image is on its way. */
export const sendingLabel = (sent: number): string => (sent < 100 ? `Uploading… ${sent}%` : 'Almost there…');
