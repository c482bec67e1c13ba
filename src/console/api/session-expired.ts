import { navigate } from 'wouter/use-browser-location'
import { links, routes } from '../routes.ts'
import { session } from '../state/session.ts'

/** The sign-in page itself, and the page that shows a new password: resetting it ends the session. */
const staysOpen: readonly string[] = [routes.login.path, routes.resetConfirm.path]

/**
 * Handles a session that the daemon no longer knows: forgets the user, asks them to sign in, and returns to this page
 * afterwards. A page in which something was typed stays open and asks in a dialog. Does nothing if nobody was signed in
 * (a wrong password does not mean an expired session).
 */
export function sessionExpired(): void {
  if (session.user() === undefined || session.isHeld() || session.isOver()) return
  session.expire()
  if (session.isHeld() || staysOpen.includes(location.pathname)) return
  const returnTo = location.pathname + location.search
  navigate(links.login({ expired: 'true', returnTo }), { replace: true })
}
