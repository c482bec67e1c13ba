import { fastifyCookie } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Identity } from '../../accounts/identity.ts'
import { AppError } from '../../errors/app-error.ts'
import { refuseEndedSession, USER_HEADER } from '../../http/authenticate.ts'
import { isSecureRequest } from '../../http/client-address.ts'
import { type Contract, contract, type Data } from '../../http/contract.ts'
import { done, ok } from '../../http/envelope.ts'
import type { Routes } from '../api-services.ts'
import { sessionCookie } from '../session/begin-session.ts'
import { toSummary } from '../users/user.ts'
import { oauthService, type SignInOrigin } from './oauth.service.ts'
import { challengeOf, newBrowserId, oauthStates, STATE_MS, secretsOf } from './oauth-states.ts'
import { proofs } from './proofs.ts'
import { askerOf, valuesOf } from './providers/ask-provider.ts'
import type { CodeProvider } from './providers/code-flow.ts'
import { github } from './providers/github.ts'
import { linuxDo } from './providers/linux-do.ts'
import { oidc } from './providers/oidc.ts'

/** Cookie that identifies the browser in which a sign-in started; useless without the matching state. */
const BROWSER_COOKIE = 'oauth_browser'

type CodeOperation = 'signInWithGithub' | 'signInWithOidc' | 'signInWithLinuxDo'

const codeProviders: Readonly<Record<CodeOperation, CodeProvider>> = {
  signInWithGithub: github,
  signInWithOidc: oidc,
  signInWithLinuxDo: linuxDo,
}

export const oauthRoutes: Routes = (app, services) => {
  const { knex, secrets, options, clock, config, providerAddresses } = services
  const oauth = oauthService(services)
  const proven = proofs(services)
  const states = oauthStates(knex, secrets)
  const cookie = sessionCookie(services)
  const isSecure = (request: FastifyRequest) => isSecureRequest(request, config.trustProxy)
  const originOf = (request: FastifyRequest, affCode: string): SignInOrigin => ({
    ...cookie.originOf(request),
    requestId: request.id,
    affCode,
  })
  const useState = (request: FastifyRequest, state: string | undefined) =>
    states.use(state ?? '', readBrowser(request) ?? '', clock.now())
  const answerSignIn = async (
    request: FastifyRequest,
    reply: FastifyReply,
    signingIn: ReturnType<typeof oauth.signIn>,
  ) => cookie.answerFirstStep(request, reply, await signingIn)

  const bind = (request: FastifyRequest, reply: FastifyReply, identity: Identity) =>
    cookie.renewing(request, reply, (renewal) => oauth.bind(identity, services.authorOf(request), renewal))

  app.route<Contract<'createOauthState'>>({
    ...contract('createOauthState'),
    handler: async (request, reply) => {
      refuseEndedSession(request)
      // Keeps an existing value, so that sign-ins started in two tabs do not break each other.
      const browser = readBrowser(request) ?? newBrowserId()
      const userId = signedInUser(request)
      // Binding adds a way to sign in. The proof is required at the start, because users cannot give it on their way
      // back from the provider.
      if (userId !== 0 && request.actor) await services.proofs.demand(request.actor)
      const begun = { userId, affCode: request.query.aff?.trim() ?? '' }
      const state = await states.begin(browser, begun, clock.now())
      reply.setCookie(BROWSER_COOKIE, browser, {
        path: '/api/oauth',
        httpOnly: true,
        sameSite: 'lax',
        secure: isSecure(request),
        maxAge: STATE_MS / 1000,
      })
      const { nonce, verifier } = secretsOf(state, secrets)
      return { ...ok(state), nonce, code_challenge: challengeOf(verifier) }
    },
  })

  for (const [operation, provider] of Object.entries(codeProviders) as [CodeOperation, CodeProvider][])
    app.route<Contract<CodeOperation>>({
      ...contract(operation),
      handler: async (request, reply) => {
        const { code, state } = request.query
        const settings = options.current()
        if (!provider.isOn(settings))
          throw new AppError('oauth_disabled', { values: valuesOf(provider.name) })
        const begun = await useState(request, state)
        // The user has changed or signed out in the meantime, so the returned identity is not the current user's.
        if (!begun || begun.userId !== signedInUser(request)) throw new AppError('oauth_state_invalid')
        const identity = await provider.identify(
          { code, redirectUri: redirectUri(request, provider), ...secretsOf(state ?? '', secrets) },
          {
            options: settings,
            addresses: providerAddresses,
            ask: askerOf(provider.name, config.mediaRanges),
            nowMs: clock.now(),
          },
        )
        if (begun.userId !== 0) return bound(toSummary(await bind(request, reply, identity)))
        return answerSignIn(request, reply, oauth.signIn(identity, true, originOf(request, begun.affCode)))
      },
    })

  app.route<Contract<'signInWithWechat'>>({
    ...contract('signInWithWechat'),
    handler: async (request, reply) => {
      const { code, state } = request.query
      refuseForeignSites(request)
      const begun = state === undefined ? undefined : await useState(request, state)
      if (state !== undefined && !begun) throw new AppError('oauth_state_invalid')
      const identity = await proven.ofWechat(code, services.addressOf(request))
      const origin = originOf(request, begun?.affCode ?? '')
      return answerSignIn(request, reply, oauth.signIn(identity, true, origin))
    },
  })

  app.route<Contract<'bindWechat'>>({
    ...contract('bindWechat'),
    handler: async (request, reply) => {
      await bind(request, reply, await proven.ofWechat(request.query.code, services.addressOf(request)))
      return done()
    },
  })

  app.route<Contract<'signInWithTelegram'>>({
    ...contract('signInWithTelegram'),
    handler: async (request, reply) => {
      refuseForeignSites(request)
      const identity = await proven.ofTelegram(request.query)
      return answerSignIn(request, reply, oauth.signIn(identity, false, originOf(request, '')))
    },
  })

  app.route<Contract<'bindTelegram'>>({
    ...contract('bindTelegram'),
    handler: async (request, reply) => {
      await bind(request, reply, await proven.ofTelegram(request.query))
      return done()
    },
  })

  /** Returns the redirect URL. The provider compares it with the one sent at the start. */
  function redirectUri(request: FastifyRequest, { name }: CodeProvider): string {
    const here = `${isSecure(request) ? 'https' : 'http'}://${request.headers.host ?? ''}`
    return `${options.current().ServerAddress || here}/oauth/${name}`
  }
}

const bound = (user: Data<'signInWithGithub'>) => ({ ...ok(user), message: 'bind' })

/**
 * Returns the user signed in by session and header, as for every change; 0 = nobody. Access tokens are ignored, because
 * they have no browser.
 */
function signedInUser({ actor, headers }: FastifyRequest): number {
  return actor?.sessionHash !== undefined && headers[USER_HEADER] === String(actor.id) ? actor.id : 0
}

function readBrowser({ headers }: FastifyRequest): string | undefined {
  if (headers.cookie === undefined) return undefined
  const id = fastifyCookie.parse(headers.cookie)[BROWSER_COOKIE]
  return id !== undefined && /^[\w-]{43}$/.test(id) ? id : undefined
}

/**
 * Refuses calls from pages of other sites, which could use a mere link to make a browser sign in to another person's
 * account. Browsers report where a call comes from (https://www.w3.org/TR/fetch-metadata/); other programs do not, but
 * cannot be tricked like this.
 */
function refuseForeignSites({ headers }: FastifyRequest): void {
  const site = headers['sec-fetch-site']
  if (site === 'cross-site' || site === 'same-site') throw new AppError('oauth_state_invalid')
}
