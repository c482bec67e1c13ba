/**
 * True while the browser goes back. A second step, for instance after a double click on the close button, would leave
 * the page.
 */
let isGoingBack = false

/** Returns path and query of an address in a form that can be compared. */
const pageOf = (address: string): string => {
  const { pathname, searchParams } = new URL(address, location.href)
  return `${pathname}?${searchParams}`
}

/**
 * Leaves the history entry of a drawer, a dialog or a search. If the previous entry already shows the target page, the
 * browser goes back to it. If the entry were replaced instead, the page would be in the history twice, and Back would
 * seem to do nothing.
 *
 * @param replace goes to the address by replacing the entry; used if going back would lead elsewhere
 * @returns whether the browser goes back
 */
export function leaveTo(href: string, replace: () => void): boolean {
  if (isGoingBack) return true
  if (!isBefore(href)) {
    replace()
    return false
  }
  isGoingBack = true
  // Added last, so that the other listeners still see that the console is going back.
  addEventListener('popstate', () => (isGoingBack = false), { once: true })
  history.back()
  return true
}

/** Returns whether the console itself, and not the user, is going back. */
export const isOwnStep = (): boolean => isGoingBack

/**
 * Returns whether the previous history entry shows this address. Always false in browsers that cannot list history
 * entries (Firefox before 147, Safari before 26.2).
 */
function isBefore(href: string): boolean {
  const { navigation } = window as { readonly navigation?: Navigation }
  const at = navigation?.currentEntry?.index ?? 0
  const before = navigation?.entries()[at - 1]
  return before?.url != null && before.sameDocument && pageOf(before.url) === pageOf(href)
}
