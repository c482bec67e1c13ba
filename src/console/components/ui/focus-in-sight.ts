/** What comes out from behind a bar keeps so far from it, in pixels. */
const GAP = 16
/** How high the top bar is (`h-14`). */
const TOP_BAR = 56

/**
 * From here on what gets the focus is scrolled out from behind the bars that stay while the page scrolls, as WCAG 2.2
 * (2.4.11) asks. They say where they stay: `data-stays="top"` or `data-stays="bottom"`.
 *
 * `scroll-padding` would do it without a script, but the browser then scrolls for what is in the bars themselves too.
 */
export function keepFocusInSight(): void {
  let isPressing = false
  const note = (event: PointerEvent) => {
    isPressing = event.type === 'pointerdown'
  }
  for (const kind of ['pointerdown', 'pointerup', 'pointercancel'] as const)
    window.addEventListener(kind, note, { capture: true, passive: true })
  window.addEventListener('focusin', ({ target }) => {
    // What is pressed is in sight, and must not move away from under the pointer.
    if (isPressing || !(target instanceof HTMLElement)) return
    // The browser itself scrolls after the event.
    requestAnimationFrame(() => {
      if (target !== document.activeElement) return
      for (const bar of document.querySelectorAll<HTMLElement>('[data-stays]')) bringOut(target, bar)
    })
  })
}

/** Scrolls until the bar covers nothing of the element; of one that is higher than the window, the beginning stays. */
function bringOut(element: HTMLElement, bar: HTMLElement): void {
  if (bar.contains(element)) return
  const own = element.getBoundingClientRect()
  const its = bar.getBoundingClientRect()
  const left = Math.max(own.left, its.left)
  const right = Math.min(own.right, its.right)
  const top = Math.max(own.top, its.top)
  const bottom = Math.min(own.bottom, its.bottom)
  if (left >= right || top >= bottom) return
  // A dialog over the page covers its bars.
  if (!bar.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2))) return
  if (bar.dataset.stays === 'top') scrollBy(0, own.top - its.bottom - GAP)
  else scrollBy(0, Math.min(own.bottom - its.top + GAP, Math.max(0, own.top - TOP_BAR - GAP)))
}
