const FOCUSABLE = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, [tabindex="0"]'

/**
 * Focuses the first control of a panel when it opens; pass it as the panel's `ref`. Headless UI would do that too, but
 * while the panel is still at the top of the page instead of beside its button, so the browser would scroll up.
 */
export function focusInPlace(panel: HTMLElement | null): void {
  if (panel === null || panel.contains(document.activeElement)) return
  panel.querySelector<HTMLElement>(FOCUSABLE)?.focus({ preventScroll: true })
}
