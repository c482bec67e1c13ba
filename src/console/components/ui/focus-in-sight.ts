/** Pixels between a bar and an element that was scrolled out from behind it. */
const GAP = 16
/** Height of the top bar in pixels (`h-14`). */
const TOP_BAR = 56

/**
 * Keeps the focused element visible: once this was called, an element that gets the focus behind a sticky bar is
 * scrolled out from behind it (WCAG 2.2, 2.4.11). A sticky bar, or a cell of a sticky column, has the attribute
 * `data-stays`: "top", "bottom", "left" or "right".
 *
 * CSS `scroll-padding` would need no script, but with it the browser also scrolls the page when a button in a bar gets
 * the focus.
 */
export function keepFocusInSight(): void {
  let isPressing = false
  const note = (event: PointerEvent) => {
    isPressing = event.type === 'pointerdown'
  }
  for (const kind of ['pointerdown', 'pointerup', 'pointercancel'] as const)
    window.addEventListener(kind, note, { capture: true, passive: true })
  window.addEventListener('focusin', ({ target }) => {
    // An element that is being pressed is visible already, and must not move.
    if (isPressing || !(target instanceof HTMLElement)) return
    // The browser scrolls by itself after this event.
    requestAnimationFrame(() => {
      if (target !== document.activeElement) return
      for (const bar of document.querySelectorAll<HTMLElement>('[data-stays]')) bringOut(target, bar, bar)
      for (const toast of document.querySelectorAll<HTMLElement>('[data-sonner-toast]'))
        bringOut(target, toast, target)
    })
  })
}

/**
 * Scrolls until the bar no longer covers the element. If the element is taller than the window, its top stays visible.
 *
 * @param inside an element of the box to scroll
 */
function bringOut(element: HTMLElement, bar: HTMLElement, inside: HTMLElement): void {
  if (bar.contains(element)) return
  const own = element.getBoundingClientRect()
  const its = bar.getBoundingClientRect()
  const left = Math.max(own.left, its.left)
  const right = Math.min(own.right, its.right)
  const top = Math.max(own.top, its.top)
  const bottom = Math.min(own.bottom, its.bottom)
  if (left >= right || top >= bottom) return
  // Under a dialog, the bar covers nothing.
  if (!bar.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2))) return
  if (bar.dataset.stays === 'right') return scrollerOf(inside, 'x').scrollBy(own.right - its.left + GAP, 0)
  if (bar.dataset.stays === 'left') return scrollerOf(inside, 'x').scrollBy(own.left - its.right - GAP, 0)
  const distance =
    bar.dataset.stays === 'top'
      ? own.top - its.bottom - GAP
      : Math.min(own.bottom - its.top + GAP, Math.max(0, own.top - TOP_BAR - GAP))
  scrollerOf(inside, 'y').scrollBy(0, distance)
}

/** Returns the closest ancestor of an element that can be scrolled in this direction; if there is none, the page. */
function scrollerOf(element: HTMLElement, direction: 'x' | 'y'): Element | Window {
  for (let box = element.parentElement; box && box !== document.body; box = box.parentElement) {
    const { overflowX, overflowY } = getComputedStyle(box)
    const isLarger =
      direction === 'x' ? box.scrollWidth > box.clientWidth : box.scrollHeight > box.clientHeight
    if (isLarger && /auto|scroll/.test(direction === 'x' ? overflowX : overflowY)) return box
  }
  return window
}
