import { session } from '../state/session.ts'

/*
 * Some calls give the session another id: proofs, and changes of passwords, second factors and ways to sign in. A call
 * that was sent with the cookie from before is refused, although its person is still signed in. It is sent again.
 */

const LOCK = 'session-renewal'
const underWay = new Set<Promise<unknown>>()

const mayRenew = ({ url }: Request): boolean =>
  /^\/api\/(session\/proof|user\/(self|totp(\/confirm)?)?|passkey\/.*|oauth\/.*)$/.test(new URL(url).pathname)

/** Sends a call, and once more if it was refused only because the session got another id meanwhile. */
export async function sendInSession(send: () => Promise<Response>, request?: Request): Promise<Response> {
  const response = await (request !== undefined && mayRenew(request) ? noted(send()) : send())
  return response.status === 401 && (await isSessionAlive()) ? send() : response
}

/** The other tabs know of the call too, where the browser lets them: on HTTPS and on this machine. */
function noted(call: Promise<Response>): Promise<Response> {
  const end = call.then(
    () => undefined,
    () => undefined,
  )
  underWay.add(end)
  void end.then(() => underWay.delete(end))
  void navigator.locks?.request(LOCK, { mode: 'shared' }, () => end)
  return call
}

/** The new cookie is there once these calls are answered. */
async function renewalsEnd(): Promise<void> {
  await Promise.all(underWay)
  await navigator.locks?.request(LOCK, () => undefined)
}

let asked: Promise<boolean> | undefined

/** One question for all calls that were refused at the same time. */
function isSessionAlive(): Promise<boolean> {
  asked ??= askForSession().finally(() => {
    asked = undefined
  })
  return asked
}

async function askForSession(): Promise<boolean> {
  await renewalsEnd()
  const user = session.user()
  if (user === undefined || session.isHeld() || session.isOver()) return false
  try {
    const answer = await fetch('/api/user/self', {
      headers: { 'tollgate-user': String(user.id) },
      cache: 'no-store',
    })
    return answer.status !== 401
  } catch {
    return false
  }
}
