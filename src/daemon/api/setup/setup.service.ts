import type { Knex } from 'knex'
import { checkPassword, checkUsername } from '../../accounts/account-rules.ts'
import type { Passwords } from '../../accounts/passwords.ts'
import { isSetupCode, readSetupCode, removeSetupCode } from '../../accounts/setup-code.ts'
import { announce } from '../../db/changes.ts'
import { isUniqueViolation } from '../../db/violations.ts'
import { AppError } from '../../errors/app-error.ts'
import { ROLE } from '../../http/actor.ts'
import type { Body, Data } from '../../http/contract.ts'
import { openWallets } from '../../ledger/budgets.ts'
import { credit, walletKinds } from '../../ledger/credit.ts'
import { entryKinds } from '../../ledger/operations.ts'
import { fromQuota } from '../../money/amount.ts'
import { optionRepository } from '../../options/option-repository.ts'
import type { ApiServices } from '../api-services.ts'
import { recordChange } from '../audit-events/record-change.ts'
import { usersRepository } from '../users/users.repository.ts'

/** Opening balance of the super administrator, in quota units. */
const OPENING_QUOTA = 100_000_000

interface Modes {
  readonly usageMode: 'external' | 'self' | 'demo'
  readonly isSelfUse: boolean
  readonly isDemo: boolean
}

/** The request that sets up the site. */
interface Occasion {
  /** Whether the request came from this machine, so that no code is needed. */
  readonly isOnMachine: boolean
  readonly ip: string
  readonly requestId: string
}

/** Sets up the site: the super administrator, and how the site is used. */
export const setupService = (
  services: Pick<
    ApiServices,
    'knex' | 'secrets' | 'passwords' | 'engine' | 'setup' | 'clock' | 'changes' | 'version' | 'config' | 'log'
  >,
) => {
  const { knex, secrets, engine, setup, clock, changes, version, config, log } = services

  return {
    async read(isOnMachine: boolean): Promise<Data<'getSetup'>> {
      const isDone = await setup.isDone()
      return {
        status: isDone,
        // Set-up creates the super administrator, so afterwards there is no need to read the database, which may be
        // unreachable.
        root_init: isDone || (await usersRepository(knex).hasRoot()),
        database_type: engine,
        code_required: !isDone && !isOnMachine,
      }
    },

    /**
     * Sets up the site in one transaction. The row of `setup` is inserted first and is unique: of several callers one
     * succeeds, and the others get an error that set-up is done.
     *
     * @throws AppError `setup_done`, `setup_code_required`, `setup_code_wrong`, `setup_username_required`,
     *   `passwords_differ`, `setup_mode_conflict` and the errors of the rules for names and passwords
     */
    async run(given: Body<'postSetup'>, { isOnMachine, ip, requestId }: Occasion): Promise<void> {
      if (await setup.isDone()) throw new AppError('setup_done')
      if (!isOnMachine) await checkCode(given.code?.trim() ?? '')
      const modes = readModes(given)
      const root = (await usersRepository(knex).hasRoot())
        ? undefined
        : await readRoot(given, services.passwords)
      try {
        await knex.transaction(async (trx) => {
          await trx('setup').insert({
            id: 1,
            version,
            usage_mode: modes.usageMode,
            initialized_time: Math.floor(clock.now() / 1000),
          })
          const rootId = root ? await makeRoot(trx, root) : 0
          await writeModes(trx, modes, rootId)
          const author = {
            id: rootId,
            username: root?.username ?? '',
            role: ROLE.root,
            ip,
            requestId,
            atMs: clock.now(),
          }
          await recordChange(trx, author, {
            action: 'setup.run',
            targetKind: 'setup',
            targetId: 1,
            after: { username: root?.username ?? '', usageMode: modes.usageMode },
          })
          await announce(trx, 'options', '', clock)
        })
      } catch (error) {
        throw isUniqueViolation(error) ? new AppError('setup_done', { cause: error }) : error
      }
      await changes.changed('options')
      await removeSetupCode(config.dataDir).catch((error: unknown) =>
        log.warn({ err: error }, 'the file with the used set-up code could not be removed'),
      )
    },
  }

  async function checkCode(code: string): Promise<void> {
    if (code === '') throw new AppError('setup_code_required', { field: 'code' })
    if (!isSetupCode(code, await readSetupCode(knex, secrets)))
      throw new AppError('setup_code_wrong', { field: 'code' })
  }

  async function makeRoot(trx: Knex.Transaction, root: { username: string; passwordHash: string }) {
    const nowMs = clock.now()
    const id = await usersRepository(trx).insert({
      ...root,
      displayName: 'Root User',
      role: ROLE.root,
      createdTime: Math.floor(nowMs / 1000),
    })
    await openWallets(trx, id)
    await credit(trx, {
      userId: id,
      walletKind: walletKinds.quota,
      kind: entryKinds.opening,
      ref: `opening:${id}`,
      delta: fromQuota(OPENING_QUOTA),
      atMs: nowMs,
      note: 'opening balance',
    })
    return id
  }

  async function writeModes(
    trx: Knex.Transaction,
    { isSelfUse, isDemo }: Modes,
    rootId: number,
  ): Promise<void> {
    const store = optionRepository(trx, secrets)
    await store.write('SelfUseModeEnabled', String(isSelfUse), rootId, clock.now())
    await store.write('DemoSiteEnabled', String(isDemo), rootId, clock.now())
    // New users of the product have to see why their first calls fail. Sites that are already set up stay unchanged.
    await store.write('LogErrorEnabled', 'true', rootId, clock.now())
  }
}

/** Reads the usage mode. `usageMode` takes precedence; contradicting flags are refused instead of guessed. */
function readModes(given: Body<'postSetup'>): Modes {
  const { usageMode, SelfUseModeEnabled: self, DemoSiteEnabled: demo } = given
  const mode = usageMode ?? (self === true ? 'self' : demo === true ? 'demo' : 'external')
  const modes: Modes = { usageMode: mode, isSelfUse: mode === 'self', isDemo: mode === 'demo' }
  const contradicts = (flag: boolean | undefined, meant: boolean) => flag === true && !meant
  if (contradicts(self, modes.isSelfUse) || contradicts(demo, modes.isDemo))
    throw new AppError('setup_mode_conflict')
  return modes
}

async function readRoot(
  given: Body<'postSetup'>,
  passwords: Passwords,
): Promise<{ username: string; passwordHash: string }> {
  const { username = '', password = '', confirmPassword = '' } = given
  if (username.trim() === '') throw new AppError('setup_username_required', { field: 'username' })
  const checked = checkUsername(username)
  checkPassword(password)
  if (password !== confirmPassword) throw new AppError('passwords_differ', { field: 'confirmPassword' })
  return { username: checked, passwordHash: await passwords.hash(password) }
}
