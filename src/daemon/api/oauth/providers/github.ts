import { textOf } from './ask-provider.ts'
import { type CodeProvider, readBearer, readNumericId, redeemCode } from './code-flow.ts'

/** GitHub. The number identifies the account, because a login name can be given up and taken by another person. */
export const github: CodeProvider = {
  name: 'github',
  isOn: (options) => options.GitHubOAuthEnabled,
  async identify({ code, redirectUri }, { options, addresses, ask }) {
    const client = { id: options.GitHubClientId, secret: options.GitHubClientSecret, isInHeader: false }
    const tokens = await redeemCode(ask, addresses.github.token, client, {
      code,
      redirect_uri: redirectUri,
    })
    const user = await readBearer(ask, addresses.github.user, tokens)
    return {
      provider: 'github',
      id: readNumericId('github', user),
      displayName: textOf(user, 'name') ?? textOf(user, 'login') ?? 'GitHub User',
      // GitHub only allows verified addresses as the public address of a profile.
      email: textOf(user, 'email'),
    }
  },
}
