// Removes the page's static frame (src/pages/console-shell.ts) once there is something to show in its place.
import { useLayoutEffect } from "react";

export const useOwnScreen = (): void => useLayoutEffect(() => document.querySelector("#shell")?.remove(), []);
