import type { Identity } from '../../../accounts/identity.ts'
import { typedCode } from '../../../accounts/typed-code.ts'
import { AppError } from '../../../errors/app-error.ts'
import type { Options } from '../../../options/registry.ts'
import { type AskProvider, textOf, unusable } from './ask-provider.ts'

const ID_MAX = 255

/** Reads a code and checks its form. @returns the code without blanks @throws AppError `wechat_code_required` */
export function readWechatCode(given: string): string {
  const code = typedCode(given)
  if (!/^[0-9A-Za-z]{4,12}$/.test(code)) throw new AppError('wechat_code_required', { field: 'code' })
  return code
}

/**
 * Finds the owner of a code by asking the official account's server with our token.
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
  // Some servers report success without an id for an unknown code.
  if (id === undefined) throw wrongCode()
  if (id.length > ID_MAX) throw unusable('wechat', 'the id is longer than 255 characters')
  return { provider: 'wechat', id, displayName: 'WeChat User' }
}

/** Creates the error for a code that is wrong, used or too old. */
export const wrongCode = (): AppError => new AppError('wechat_code_invalid', { field: 'code' })
