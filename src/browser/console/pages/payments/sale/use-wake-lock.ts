// Keeps the screen on while a buyer scans it, if the browser supports it (Screen Wake Lock).
import { useEffect } from "react";

export function useWakeLock(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted || !("wakeLock" in navigator)) return;
    let lock: WakeLockSentinel | null = null;
    let isOver = false;
    const take = async () => {
      try {
        const taken = await navigator.wakeLock.request("screen");
        if (isOver) await taken.release();
        else lock = taken;
      } catch {
        // Refused (low battery, hidden page): the screen turns off as usual.
      }
    };
    const takeAgain = () => void (document.visibilityState === "visible" && take());
    void take();
    document.addEventListener("visibilitychange", takeAgain);
    return () => {
      isOver = true;
      document.removeEventListener("visibilitychange", takeAgain);
      void lock?.release();
    };
  }, [isWanted]);
}
