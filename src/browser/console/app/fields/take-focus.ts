// As its `ref`, gives an element the focus once it appears. `autoFocus` works only once in a document, because Preact
// sets the HTML attribute.

export const takeFocus = (element: HTMLElement | null): void => element?.focus();
