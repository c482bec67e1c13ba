import { CliError } from '../cli-error.ts'
import { defineCommand } from '../define-command.ts'
import { exitCodes } from '../exit-codes.ts'
import { fields } from '../output-schema.ts'

export const logout = defineCommand({
  path: 'logout',
  summary: {
    en: 'Revokes the access token of a context and removes it',
    zh: '吊销上下文的访问令牌并从本机删除',
  },
  examples: ['tollgate logout', 'tollgate logout --context staging'],
  effect: 'write',
  exits: [exitCodes.notSignedIn],
  operations: [],
  output: fields({ context: 'string', url: 'string', is_revoked: 'boolean' }),
  run: async (_, { api, contexts, phrase, say, settings }) => {
    const stored = await contexts.read()
    const name = settings.contextName.value
    const context = stored.contexts[name]
    if (context?.token === undefined)
      throw new CliError(
        'not_signed_in',
        exitCodes.notSignedIn,
        phrase('error.notSignedIn', { url: settings.url.value }),
      )
    const own = api.as({ kind: 'token', token: context.token })
    let isRevoked = false
    if (context.tokenId !== undefined) {
      try {
        await own.delete('/api/access_token/{id}', { path: { id: context.tokenId } })
        isRevoked = true
      } catch (error) {
        // The token is removed from this disk even if the server is unreachable; the user is told that it stays valid.
        if (!(error instanceof CliError)) throw error
        say(phrase('say.tokenKeptElsewhere', { reason: error.message }))
      }
    }
    const { token: _token, tokenId: _id, ...rest } = context
    await contexts.write({ ...stored, contexts: { ...stored.contexts, [name]: rest } })
    say(phrase('say.signedOut', { url: context.url, context: name }))
    return { context: name, url: context.url, is_revoked: isRevoked }
  },
  details: { fields: ['context', 'url', { key: 'is_revoked', heading: { en: 'revoked', zh: '已吊销' } }] },
  quiet: ({ context }) => context,
})
