import type { Knex } from 'knex'
import type { SecretBox } from '../db/secrets.ts'
import { AppError } from '../errors/app-error.ts'
import { readChannelSetting, readObjectColumn, secretFingerprint } from './channel-columns.ts'
import type { ChannelRow } from './channel-row.ts'

/** The context that addresses of proxies are encrypted with. */
const CHANNEL_PROXY_CONTEXT = 'channel:proxy'

/** In place of the name and the password in an address. */
const HIDDEN = '***'

/** A proxy in the columns of a channel: sealed if its address holds a name or password, else only in `setting`. */
export type ProxyColumns = Pick<ChannelRow, 'setting' | 'proxy_ciphertext'>

/** The address as it may be shown. */
function hideCredential(address: string): string {
  const url = URL.parse(address)
  if (url === null || (url.username === '' && url.password === '')) return address
  return `${url.protocol}//${HIDDEN}@${url.host}${url.pathname === '/' ? '' : url.pathname}${url.search}`
}

/** The proxy of a stored channel, with its password; '' = none. @throws SealError, AppError naming `setting` */
export const openProxy = ({ setting, proxy_ciphertext }: ProxyColumns, secrets: SecretBox): string =>
  proxy_ciphertext === ''
    ? (readChannelSetting(setting).proxy ?? '')
    : secrets.open(proxy_ciphertext, CHANNEL_PROXY_CONTEXT)

/**
 * A setting of a form in the form it is stored in.
 *
 * @param before the stored channel: the address as it was shown there means the one that is stored
 * @throws AppError as `readChannelSetting`; `channel_proxy_hidden` for an address that somebody was shown and changed
 */
export function sealProxy(
  setting: string,
  secrets: SecretBox,
  before: ProxyColumns | undefined,
): ProxyColumns {
  const { proxy = '' } = readChannelSetting(setting)
  const shown = hideCredential(proxy)
  const isShown = URL.parse(proxy)?.username === HIDDEN
  if (shown === proxy && !isShown) return { setting, proxy_ciphertext: '' }
  const stored = before && openProxyOrNothing(before, secrets)
  const isStored = before !== undefined && (proxy === stored || (isShown && proxy === shownProxy(before)))
  if (isShown && !isStored) throw new AppError('channel_proxy_hidden', { field: 'setting' })
  return {
    setting: JSON.stringify({ ...readObjectColumn('setting', setting), proxy: shown }),
    proxy_ciphertext: isStored ? before.proxy_ciphertext : secrets.seal(proxy, CHANNEL_PROXY_CONTEXT),
  }
}

const shownProxy = ({ setting, proxy_ciphertext }: ProxyColumns): string | undefined =>
  proxy_ciphertext === '' ? undefined : readChannelSetting(setting).proxy

/** A row that this version cannot read has no proxy: it sends nothing anywhere. */
export function openProxyOrNothing(row: ProxyColumns, secrets: SecretBox): string {
  try {
    return openProxy(row, secrets)
  } catch {
    return ''
  }
}

/** Changes when the address with its password changes; empty = there is no password, or it cannot be decrypted. */
export function proxyFingerprint(
  { proxy_ciphertext }: Pick<ProxyColumns, 'proxy_ciphertext'>,
  secrets: SecretBox,
): string {
  if (proxy_ciphertext === '') return ''
  const address = openProxyOrNothing({ setting: '', proxy_ciphertext }, secrets)
  return address === '' ? '' : fingerprintOfProxy(address, secrets)
}

/** Returns the fingerprint of a proxy address that is not stored. */
export const fingerprintOfProxy = (address: string, secrets: SecretBox): string =>
  secretFingerprint(`proxy:${address.trim()}`, secrets)

/**
 * Seals the proxies of channels that were stored before they were sealed. At every start, because a backup of that time
 * may have been restored. Rows that cannot be read stay as they are.
 */
export async function sealStoredProxies(knex: Knex, secrets: SecretBox): Promise<void> {
  const rows = await knex<ChannelRow>('channels')
    .where('setting', 'like', '%proxy%')
    .where({ proxy_ciphertext: '' })
    .select('id', 'setting')
  for (const { id, setting } of rows) {
    const columns = sealedOrNothing(setting, secrets)
    // Another daemon may have been faster, or somebody may have changed it.
    if (columns?.proxy_ciphertext)
      await knex<ChannelRow>('channels').where({ id, setting, proxy_ciphertext: '' }).update(columns)
  }
}

function sealedOrNothing(setting: string, secrets: SecretBox): ProxyColumns | undefined {
  try {
    return sealProxy(setting, secrets, undefined)
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}
