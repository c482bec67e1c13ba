import { channelKeyFingerprint } from '../../channels/channel-columns.ts'
import { isMultiKeyType } from '../../channels/channel-kind.ts'
import { fingerprintOfProxy } from '../../channels/proxy-secret.ts'
import { AppError } from '../../errors/app-error.ts'
import type { Body } from '../../http/contract.ts'
import { optionSecretFingerprint } from '../../options/option-store.ts'
import { readOption } from '../../options/read-option.ts'
import { isOptionKey, registry } from '../../options/registry.ts'
import type { Services } from '../../services.ts'
import type { Author } from '../author.ts'

const PERIOD_MS = 600_000

type Secret = Body<'fingerprintSecrets'>['secrets'][number]

/**
 * Computes the fingerprints that these secrets would have if they were stored. Because this allows guessing secrets,
 * calls are limited, and a setting's secret requires permission to write it.
 *
 * @throws AppError `fingerprint_too_many`, `option_unknown`, `option_role`, `fingerprint_not_secret`, or what the
 *   setting's own check throws
 */
export async function fingerprintSecrets(
  { secrets: box, limiter, options }: Pick<Services, 'secrets' | 'limiter' | 'options'>,
  { secrets }: Body<'fingerprintSecrets'>,
  author: Author,
): Promise<string[]> {
  const { SecretCheckLimitCount: callsMax } = options.current()
  const verdict = await limiter.take(`api:fingerprint:${author.id}`, callsMax, PERIOD_MS)
  if (!verdict.isAllowed)
    throw new AppError('fingerprint_too_many', { retryAfterSeconds: verdict.retryAfterSeconds })
  return secrets.map((each) => {
    if (each.for === 'channel') return channelKeyFingerprint(each.text, isMultiKeyType(each.type ?? 0), box)
    if (each.for === 'proxy') return fingerprintOfProxy(each.text, box)
    if (each.for === 'option') return ofOption(each, author, box)
    return box.fingerprint(`${each.for}:${each.text.trim()}`)
  })
}

function ofOption({ key = '', text }: Secret, author: Author, box: Services['secrets']): string {
  if (!isOptionKey(key))
    throw new AppError('option_unknown', { values: { key: key.slice(0, 100) }, field: 'key' })
  const { isSecret, role } = registry[key]
  if (author.role < role) throw new AppError('option_role', { values: { key, role }, field: key })
  if (!isSecret) throw new AppError('fingerprint_not_secret', { values: { key }, field: key })
  return optionSecretFingerprint(key, readOption(key, text).text, box)
}
