import { imageMaxBytes, imageTooLarge, imageTypes, notAnImage } from '@inkling/contract/files';
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '../../lib/api.ts';
import type { uploadAvatar, uploadCover } from './uploads.api.ts';

/** Why a file is rejected before the upload; null if it is acceptable. */
export function fileProblem(file: Pick<File, 'size' | 'type'>): string | null {
  if (!imageTypes.includes(file.type)) return notAnImage;
  return file.size > imageMaxBytes ? imageTooLarge : null;
}

export interface ImageUploadOptions {
  upload: typeof uploadAvatar | typeof uploadCover;
  /** The message of an error without one. */
  failureMessage: string;
  /** Called with the URL of the stored image. */
  onStored: (address: string) => void;
}

/** Uploads one image at a time, with progress, a preview and an error message. */
export function useImageUpload({ upload, failureMessage, onStored }: ImageUploadOptions) {
  const currentUpload = useRef<AbortController | null>(null);
  /** Percent sent; null when no upload is in progress. */
  const [sent, setSent] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [preview, setPreview] = useState<string | null>(null);
  // Closing the form cancels the upload.
  useEffect(() => () => currentUpload.current?.abort(), []);
  useEffect(() => (preview === null ? undefined : () => URL.revokeObjectURL(preview)), [preview]);

  const send = async (file: Blob): Promise<void> => {
    if (currentUpload.current !== null) return;
    const controller = new AbortController();
    currentUpload.current = controller;
    setProblem(null);
    setSent(0);
    setPreview(URL.createObjectURL(file));
    try {
      const { imageUrl } = await upload(file, { signal: controller.signal, onProgress: setSent });
      onStored(imageUrl);
    } catch (error) {
      if (!controller.signal.aborted) setProblem(messageOf(error, failureMessage));
    } finally {
      currentUpload.current = null;
      setSent(null);
      setPreview(null);
    }
  };
  return { sent, problem, preview, send, setProblem, cancel: () => currentUpload.current?.abort() };
}

/** The label of the button during an upload. */
export const sendingLabel = (sent: number): string => (sent < 100 ? `Uploading… ${sent}%` : 'Almost there…');
