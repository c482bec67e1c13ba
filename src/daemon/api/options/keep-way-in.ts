import type { Knex } from 'knex'
import type { ProviderName } from '../../accounts/identity.ts'
import { AppError } from '../../errors/app-error.ts'
import type { OptionChange } from '../../options/option-store.ts'
import { providerSwitches } from '../../options/provider-switches.ts'
import type { Options } from '../../options/registry.ts'
import { usersRepository } from '../users/users.repository.ts'

const providers = Object.keys(providerSwitches) as ProviderName[]

/**
 * Refuses to turn off the last way to sign in: while password sign-in is off, a super administrator must be able to
 * sign in with a provider that is switched on.
 *
 * @param options the settings before the change
 * @throws AppError `option_last_way_in`
 */
export async function keepWayIn(
  trx: Knex,
  options: Options,
  { key, before, after }: OptionChange,
): Promise<void> {
  const isWayIn = key === 'PasswordLoginEnabled' || providers.some((each) => providerSwitches[each] === key)
  if (!isWayIn || after !== 'false' || before === after) return
  if (key !== 'PasswordLoginEnabled' && options.PasswordLoginEnabled) return
  const left = providers.filter((each) => providerSwitches[each] !== key && options[providerSwitches[each]])
  if (!(await usersRepository(trx).canRootSignIn(left)))
    throw new AppError('option_last_way_in', { values: { key }, field: key })
}
