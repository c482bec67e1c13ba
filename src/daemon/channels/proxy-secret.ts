import type { Knex } from 'knex'
import type { SecretBox } from '../db/secrets.ts'
import { AppError } from '../errors/app-error.ts'
import { readChannelSetting, readObjectColumn, secretFingerprint } from './channel-columns.ts'
import type { ChannelRow } from './channel-row.ts'

/** The context that proxy URLs are encrypted with. */
const CHANNEL_PROXY_CONTEXT = 'channel:proxy'

/** Replaces the user name and password in a displayed URL. */
const HIDDEN = '***'

/** The proxy columns of a channel: encrypted if its URL has a user name or password, else only in `setting`. */
export type ProxyColumns = Pick<ChannelRow, 'setting' | 'proxy_ciphertext'>

/** Returns the URL with its user name and password hidden. */
function hideCredential(address: string): string {
  const url = URL.parse(address)
  if (url === null || (url.username === '' && url.password === '')) return address
  return `${url.protocol}//${HIDDEN}@${url.host}${url.pathname === '/' ? '' : url.pathname}${url.search}`
}

/** Returns the proxy of a stored channel, with its password; '' = none. @throws SealError, AppError naming `setting` */
export const openProxy = ({ setting, proxy_ciphertext }: ProxyColumns, secrets: SecretBox): string =>
  proxy_ciphertext === ''
    ? (readChannelSetting(setting).proxy ?? '')
    : secrets.open(proxy_ciphertext, CHANNEL_PROXY_CONTEXT)

/**
 * Converts `setting` from a form to the columns to store.
 *
 * @param before the stored channel: if the form has its proxy URL as displayed, the stored URL is kept
 * @throws AppError like `readChannelSetting`; `channel_proxy_hidden` for a displayed URL that was edited
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

/** Returns the proxy, or none for a row that this version cannot read, because such a row sends no requests. */
export function openProxyOrNothing(row: ProxyColumns, secrets: SecretBox): string {
  try {
    return openProxy(row, secrets)
  } catch {
    return ''
  }
}

/**
 * Returns a fingerprint that changes when the URL with its password changes; empty = there is no password, or it cannot
 * be decrypted.
 */
export function proxyFingerprint(
  { proxy_ciphertext }: Pick<ProxyColumns, 'proxy_ciphertext'>,
  secrets: SecretBox,
): string {
  if (proxy_ciphertext === '') return ''
  const address = openProxyOrNothing({ setting: '', proxy_ciphertext }, secrets)
  return address === '' ? '' : fingerprintOfProxy(address, secrets)
}

/** Returns the fingerprint of a proxy URL that is not stored. */
export const fingerprintOfProxy = (address: string, secrets: SecretBox): string =>
  secretFingerprint(`proxy:${address.trim()}`, secrets)

/**
 * Encrypts proxies that were stored before encryption existed. Runs at every start, because an old backup may have been
 * restored. Rows that cannot be read stay unchanged.
 */
export async function sealStoredProxies(knex: Knex, secrets: SecretBox): Promise<void> {
  const rows = await knex<ChannelRow>('channels')
    .where('setting', 'like', '%proxy%')
    .where({ proxy_ciphertext: '' })
    .select('id', 'setting')
  for (const { id, setting } of rows) {
    const columns = sealedOrNothing(setting, secrets)
    // Another daemon may have been faster, or somebody may have edited the channel.
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
