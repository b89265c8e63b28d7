// The sound and the vibration of a paid sale. Browsers let a page sound only after a tap or a key.
import { useEffect, useRef } from "react";
import type { PaymentStatus } from "../../../../../payment/payment.ts";

/** Two rising notes: E5 and B5. */
const NOTES_HZ = [659.25, 987.77] as const;
const NOTE_S = 0.16;
const FADE_S = 0.5;
const LOUDNESS = 0.4;
const BUZZ_MS = [120, 60, 200];

let audio: AudioContext | null = null;

/** Call it on a tap or a key: a page that sounds by itself stays silent. */
export function allowSound(): void {
  if (!("AudioContext" in window)) return;
  audio ??= new AudioContext();
  // Without a device for sound it stays silent.
  if (audio.state === "suspended") void audio.resume().catch(() => {});
}

/** @param hasSound whether the till's setting allows it */
export function useChime(status: PaymentStatus, hasSound: boolean): void {
  const before = useRef(status);
  useEffect(() => {
    if (hasSound && status === "succeeded" && before.current !== "succeeded") chime();
    before.current = status;
  }, [status, hasSound]);
}

export function chime(): void {
  navigator.vibrate?.(BUZZ_MS);
  if (!audio) return;
  for (const [place, frequency] of NOTES_HZ.entries()) {
    const [tone, volume] = [audio.createOscillator(), audio.createGain()];
    const at = audio.currentTime + place * NOTE_S;
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(LOUDNESS, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + FADE_S);
    tone.connect(volume).connect(audio.destination);
    tone.start(at);
    tone.stop(at + FADE_S);
  }
}
