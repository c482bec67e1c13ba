import { answerOf, api } from '../../api/client.ts'
import { currentLanguage, phrase } from '../../i18n/i18n.ts'
import { begunSignIn } from '../../state/begun-sign-in.ts'
import type { FirstStep } from '../../state/pending-sign-in.ts'
import { session } from '../../state/session.ts'

/** Providers from which people return by a redirect. */
export type Returned = 'github' | 'oidc' | 'linuxdo' | 'telegram'

/**
 * Sends what a provider returned to the daemon.
 * @returns the signed-in user, or what the second step needs; `bound` if somebody was signed in, whose account is now
 *   linked to the identity
 * @throws Error with the text to show
 */
export async function redeem(provider: Returned, query: URLSearchParams): Promise<FirstStep | 'bound'> {
  const isBegunHere = begunSignIn.of(query.get('state') ?? '') !== undefined
  begunSignIn.forget()
  if (query.get('error') === 'access_denied')
    throw new Error(phrase('thirdParty:return.denied', { provider: phrase(`thirdParty:name.${provider}`) }))
  if (provider === 'telegram') return redeemTelegram(query, isBegunHere)
  const [code, state] = [query.get('code') ?? '', query.get('state') ?? '']
  if (code === '' || state === '') throw new Error(phrase('thirdParty:return.failed'))
  const call = { params: { query: { code, state } } }
  const { message, data } = await answerOf(
    provider === 'github'
      ? api.GET('/api/oauth/github', call)
      : provider === 'oidc'
        ? api.GET('/api/oauth/oidc', call)
        : api.GET('/api/oauth/linuxdo', call),
  )
  return message === 'bind' ? 'bound' : data
}

const optional = ['first_name', 'last_name', 'username', 'photo_url'] as const

/**
 * Sends Telegram's response to the daemon. Telegram only signs who somebody is, not for which sign-in: a return that
 * was not started in this tab could be anybody's.
 */
async function redeemTelegram(query: URLSearchParams, isBegunHere: boolean): Promise<FirstStep | 'bound'> {
  const [id, authDate, hash] = [query.get('id'), query.get('auth_date'), query.get('hash')]
  if (!isBegunHere || !id || !authDate || !hash) throw new Error(phrase('thirdParty:return.failed'))
  const fields = {
    id,
    auth_date: authDate,
    hash,
    ...Object.fromEntries(optional.flatMap((name) => (query.get(name) ? [[name, query.get(name)]] : []))),
    lang: currentLanguage(),
  }
  if (session.user()) {
    await answerOf(api.GET('/api/oauth/telegram/bind', { params: { query: fields } }))
    return 'bound'
  }
  return (await answerOf(api.GET('/api/oauth/telegram/login', { params: { query: fields } }))).data
}
