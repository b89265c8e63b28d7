// Announces text to screen readers. Not for what changes every second.

export function announce(text: string): void {
  const place = document.getElementById("announce");
  if (place) place.textContent = text;
}
