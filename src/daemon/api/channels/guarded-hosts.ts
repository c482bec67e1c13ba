import type { ChannelRow } from '../../channels/channel-row.ts'
import { AppError } from '../../errors/app-error.ts'
import { parseAddressList } from '../../limits/address-list.ts'
import { isGuardedHost } from '../../limits/guarded-addresses.ts'
import type { Services } from '../../services.ts'
import { hostsOf } from './channel-input.ts'

/** @throws AppError `channel_address_guarded` if a channel would connect to a guarded address */
export function refuseGuardedHosts(
  columns: Partial<ChannelRow>,
  { options }: Pick<Services, 'options'>,
): void {
  const allowed = parseAddressList(options.current().ChannelAddressRanges)
  for (const [field, host] of hostsOf(columns))
    if (isGuardedHost(host, allowed))
      throw new AppError('channel_address_guarded', { field, values: { host } })
}
