import type { Identity } from '../../../accounts/identity.ts'
import { typedCode } from '../../../accounts/typed-code.ts'
import { AppError } from '../../../errors/app-error.ts'
import type { Options } from '../../../options/registry.ts'
import { type AskProvider, textOf, unusable } from './ask-provider.ts'

const ID_MAX = 255

/** @returns a code that has the form of one, without blanks around it @throws AppError `wechat_code_required` */
export function readWechatCode(given: string): string {
  const code = typedCode(given)
  if (!/^[0-9A-Za-z]{4,12}$/.test(code)) throw new AppError('wechat_code_required', { field: 'code' })
  return code
}

/**
 * Finds whose code it is, by asking the official account's server with our token.
 * @throws AppError `wechat_code_invalid`, `oauth_unreachable`, `oauth_answer_invalid`
 */
export async function identifyWechat(code: string, options: Options, ask: AskProvider): Promise<Identity> {
  const query = new URLSearchParams({ code })
  const { status, fields } = await ask(`${options.WeChatServerAddress}/api/wechat/user?${query}`, {
    headers: { authorization: options.WeChatServerToken },
  })
  if (status === 401 || status === 403 || status === 404) throw unusable('wechat', `status ${status}`)
  if (fields.success !== true) throw wrongCode()
  const id = textOf(fields, 'data')
  // For an unknown code some servers say success without an id.
  if (id === undefined) throw wrongCode()
  if (id.length > ID_MAX) throw unusable('wechat', 'the id is longer than 255 characters')
  return { provider: 'wechat', id, displayName: 'WeChat User' }
}

/** Wrong, used or too old. */
export const wrongCode = (): AppError => new AppError('wechat_code_invalid', { field: 'code' })
