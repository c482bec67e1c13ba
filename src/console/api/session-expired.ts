import { navigate } from 'wouter/use-browser-location'
import { links, routes } from '../routes.ts'
import { session } from '../state/session.ts'

/** The sign-in page itself, and the page that shows a new password: getting one ends the session. */
const staysOpen: readonly string[] = [routes.login.path, routes.resetConfirm.path]

/**
 * The daemon no longer knows the session: forget the user, ask to sign in, and come back here afterwards. A page in which
 * something was typed stays, and asks over it. Where nobody was signed in (a wrong password is no expiry) nothing happens.
 */
export function sessionExpired(): void {
  if (session.user() === undefined || session.isHeld() || session.isOver()) return
  session.expire()
  if (session.isHeld() || staysOpen.includes(location.pathname)) return
  const returnTo = location.pathname + location.search
  navigate(links.login({ expired: 'true', returnTo }), { replace: true })
}
