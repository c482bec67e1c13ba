const FOCUSABLE = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, [tabindex="0"]'

/**
 * The `ref` of a panel that opens beside a button with its focus inside. Headless UI moves the focus too, but before it puts
 * the panel in its place, and the browser would scroll to the top of the page, where the panel is not.
 */
export function focusInPlace(panel: HTMLElement | null): void {
  if (panel === null || panel.contains(document.activeElement)) return
  panel.querySelector<HTMLElement>(FOCUSABLE)?.focus({ preventScroll: true })
}
