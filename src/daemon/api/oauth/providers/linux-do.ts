import { AppError } from '../../../errors/app-error.ts'
import { textOf, valuesOf } from './ask-provider.ts'
import { type CodeProvider, readBearer, readNumericId, redeemCode } from './code-flow.ts'

/** Linux DO. The trust level is checked at every sign-in, because it can drop. */
export const linuxDo: CodeProvider = {
  name: 'linuxdo',
  isOn: (options) => options.LinuxDOOAuthEnabled,
  async identify({ code, redirectUri }, { options, addresses, ask }) {
    const client = { id: options.LinuxDOClientId, secret: options.LinuxDOClientSecret, isInHeader: true }
    const tokens = await redeemCode(ask, addresses.linuxdo.token, client, {
      code,
      redirect_uri: redirectUri,
    })
    const user = await readBearer(ask, addresses.linuxdo.user, tokens)
    const id = readNumericId('linuxdo', user)
    if (user.active === false || user.silenced === true)
      throw new AppError('oauth_account_suspended', { values: valuesOf('linuxdo') })
    const level = typeof user.trust_level === 'number' ? user.trust_level : 0
    const minimum = options.LinuxDOMinimumTrustLevel
    if (level < minimum) throw new AppError('oauth_trust_level', { values: { level, minimum } })
    return {
      provider: 'linuxdo',
      id,
      displayName: textOf(user, 'name') ?? textOf(user, 'username') ?? 'Linux DO User',
    }
  },
}
