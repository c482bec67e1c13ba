/** The browser is on its way back. A second step, for instance after a double click on the cross, would leave the page. */
let isGoingBack = false

/** The path and the query of an address, written in one way. */
const pageOf = (address: string): string => {
  const { pathname, searchParams } = new URL(address, location.href)
  return `${pathname}?${searchParams}`
}

/**
 * Leaves an entry of the browser's history that was made on the way to a drawer, a dialog or a search, and is not needed
 * any more. If the entry before it is the page to go to, the browser goes back to it. A replaced entry would be its twin, and
 * Back would seem to do nothing.
 *
 * @param replace makes the address this one where going back does not lead to it
 * @returns whether the browser goes back
 */
export function leaveTo(href: string, replace: () => void): boolean {
  if (isGoingBack) return true
  if (!isBefore(href)) {
    replace()
    return false
  }
  isGoingBack = true
  // It is added last, so that other listeners still see this step as ours.
  addEventListener('popstate', () => (isGoingBack = false), { once: true })
  history.back()
  return true
}

/** Whether the console goes back by itself, and not the person. */
export const isOwnStep = (): boolean => isGoingBack

/** Browsers without the list of entries (Firefox before 147, Safari before 26.2) say no. */
function isBefore(href: string): boolean {
  const { navigation } = window as { readonly navigation?: Navigation }
  const at = navigation?.currentEntry?.index ?? 0
  const before = navigation?.entries()[at - 1]
  return before?.url != null && before.sameDocument && pageOf(before.url) === pageOf(href)
}
