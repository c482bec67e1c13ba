import type { Identity } from '../../accounts/identity.ts'
import { spendProof } from '../../accounts/spent-proofs.ts'
import { isUniqueViolation } from '../../db/violations.ts'
import { AppError } from '../../errors/app-error.ts'
import { networkOf } from '../../limits/network-of.ts'
import type { ApiServices } from '../api-services.ts'
import { askerOf, refused, valuesOf } from './providers/ask-provider.ts'
import { identifyTelegram, TELEGRAM_PROOF_MS, type TelegramFields } from './providers/telegram.ts'
import { identifyWechat, readWechatCode, wrongCode } from './providers/wechat.ts'

/** Codes are short, so guesses are limited per address. */
const GUESSES_PER_HOUR = 20
const HOUR_MS = 3_600_000
/**
 * WeChat codes are valid for three minutes on the server that creates them, so they cannot be replayed after this time.
 */
const WECHAT_PROOF_MS = 600_000

/** Checks proofs of identity that people enter or that come from the Telegram widget; each is valid once. */
export const proofs = ({
  knex,
  secrets,
  options,
  clock,
  limiter,
  config,
}: Pick<ApiServices, 'knex' | 'secrets' | 'options' | 'clock' | 'limiter' | 'config'>) => {
  /** Marks a proof as used. @param refuse creates the error for a proof that was used before */
  async function spend(proof: string, forMs: number, refuse: () => AppError): Promise<void> {
    try {
      await spendProof(knex, secrets, proof, clock.now() + forMs)
    } catch (error) {
      throw isUniqueViolation(error) ? refuse() : error
    }
  }

  return {
    /**
     * Identifies a user by a WeChat code.
     *
     * @param given the code as typed
     * @throws AppError `oauth_disabled`, `wechat_code_required`, `too_many_requests`, `wechat_code_invalid`,
     *   `oauth_unreachable`, `oauth_answer_invalid`
     */
    async ofWechat(given: string | undefined, address: string): Promise<Identity> {
      const settings = options.current()
      if (!settings.WeChatAuthEnabled || settings.WeChatServerAddress === '')
        throw new AppError('oauth_disabled', { values: valuesOf('wechat') })
      const code = readWechatCode(given ?? '')
      const guesses = `wechat:guesses:${networkOf(address)}`
      const { isAllowed, retryAfterSeconds } = await limiter.take(guesses, GUESSES_PER_HOUR, HOUR_MS)
      if (!isAllowed) throw new AppError('too_many_requests', { retryAfterSeconds })
      try {
        const identity = await identifyWechat(code, settings, askerOf('wechat', config.mediaRanges))
        await spend(`wechat:${code}`, WECHAT_PROOF_MS, wrongCode)
        await limiter.giveBack(guesses)
        return identity
      } catch (error) {
        // Only a wrong code counts as a guess; an unreachable server says nothing about the code.
        if (!(error instanceof AppError && error.code === 'wechat_code_invalid'))
          await limiter.giveBack(guesses)
        throw error
      }
    },

    /** Identifies a user by the fields of Telegram's widget. @throws AppError `oauth_disabled`, `oauth_refused` */
    async ofTelegram(fields: TelegramFields): Promise<Identity> {
      const settings = options.current()
      // With an empty token, anybody could compute a signature.
      if (!settings.TelegramOAuthEnabled || settings.TelegramBotToken === '')
        throw new AppError('oauth_disabled', { values: valuesOf('telegram') })
      const identity = identifyTelegram(fields, settings.TelegramBotToken, clock.now())
      await spend(`telegram:${fields.hash.toLowerCase()}`, 2 * TELEGRAM_PROOF_MS, () =>
        refused('telegram', 'used before'),
      )
      return identity
    },
  }
}
