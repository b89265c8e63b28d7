// What a screen reader says without being asked. Seldom: what changes every second is for the eye.

export function announce(text: string): void {
  const place = document.getElementById("announce");
  if (place) place.textContent = text;
}
