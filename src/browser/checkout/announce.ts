// Announces text to screen readers. Do not use it for text that changes every second.

export function announce(text: string): void {
  const place = document.getElementById("announce");
  if (place) place.textContent = text;
}
