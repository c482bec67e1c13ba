import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../errors/app-error.ts'
import type { OptionStore } from '../options/option-store.ts'
import { type Actor, ROLE, USER_ENABLED } from './actor.ts'
import { authenticate, findSession } from './authenticate.ts'
import type { Access, OperationConfig } from './contract.ts'
import type { Identities } from './identities.ts'
import type { RequestLimits } from './request-limits.ts'
import { checkSecondFactor, type FactorDemand } from './second-factor-demand.ts'
import type { SessionProofs } from './session-proofs.ts'

export interface AuthDeps extends FactorDemand {
  readonly identities: Identities
  readonly options: OptionStore
  readonly limits: RequestLimits
  readonly proofs: SessionProofs
  /** Reports whether the site has been set up. */
  isSetUp(): Promise<boolean>
  addressOf(request: FastifyRequest): string
}

const leastRole: Readonly<Record<Access, number>> = {
  public: 0,
  optional: 0,
  user: ROLE.user,
  admin: ROLE.admin,
  root: ROLE.root,
}

/**
 * Guards every route of the contract. Requests are refused in this order: not set up, too many requests, not signed in,
 * role, scope, demo site, no second factor although the site requires one, no recent proof of identity. Routes outside
 * the contract have no `access` and are closed.
 */
export function useAuth(app: FastifyInstance, deps: AuthDeps): void {
  app.decorateRequest('actor', null)
  app.addHook('onRequest', async (request) => {
    const config = request.routeOptions.config as Partial<OperationConfig>
    if (config.access === undefined || config.operationId === undefined)
      throw new Error(`The route ${request.routeOptions.url} says nothing about access.`)
    if (!config.isBeforeSetup && !(await deps.isSetUp())) throw new AppError('setup_required')
    const actor = await identify(request, config.access, deps)
    if (!config.isUnlimited)
      await deps.limits.take(actor, deps.addressOf(request), config.isCritical === true)
    if (actor) checkRights(actor, config.access, config.scope ?? '')
    const isDemo = deps.options.current().DemoSiteEnabled
    if (isDemo && config.isChange && !config.isDemoAllowed && (actor?.role ?? 0) < ROLE.root)
      throw new AppError('demo_site')
    if (actor && !isOpenWithoutFactor(config)) await checkSecondFactor(actor, deps)
    if (actor && config.proof) {
      if (config.proof === 'session' && actor.sessionHash === undefined)
        throw new AppError('session_required')
      await deps.proofs.demand(actor)
    }
    request.actor = actor ?? null
  })
}

async function identify(request: FastifyRequest, access: Access, deps: AuthDeps): Promise<Actor | undefined> {
  if (access === 'public') return undefined
  if (access === 'optional' && request.headers.authorization === undefined) {
    const actor = await findSession(request.headers, deps.identities)
    return actor?.status === USER_ENABLED ? actor : undefined
  }
  try {
    return await authenticate(request.headers, deps.identities)
  } catch (error) {
    // Failed guesses of tokens and sessions also use up the address's budget.
    await deps.limits.take(undefined, deps.addressOf(request), false)
    // If sign-in is optional, an invalid credential counts as not signed in, because clients send theirs everywhere.
    if (access === 'optional' && error instanceof AppError) return undefined
    throw error
  }
}

function checkRights(actor: Actor, access: Access, scope: string): void {
  const role = leastRole[access]
  if (actor.role < role) throw new AppError('insufficient_role', { values: { role } })
  if (!hasScope(actor.scopes, scope)) throw new AppError('insufficient_scope', { values: { scope } })
}

/**
 * Reports whether an operation works without a required second factor: those that everybody may see, and those needed
 * to set one up.
 */
const isOpenWithoutFactor = ({
  access,
  isChange,
  isWithoutSecondFactor,
}: Partial<OperationConfig>): boolean =>
  isWithoutSecondFactor === true || (access === 'optional' && !isChange)

/**
 * Reports whether scopes include another. A `write` scope includes `read` of the same noun; `*:read` includes all
 * reads.
 */
export function hasScope(scopes: ReadonlySet<string> | undefined, scope: string): boolean {
  if (scopes === undefined || scope === '') return true
  if (scopes.has(scope)) return true
  const [noun, verb] = scope.split(':')
  return verb === 'read' && (scopes.has('*:read') || scopes.has(`${noun}:write`))
}
