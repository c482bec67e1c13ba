import { type ChannelRow, channelStatus } from '../../channels/channel-row.ts'
import type { channelsRepository } from './channels.repository.ts'

/** Maximum length of a name, as in the contract. */
const NAME_MAX = 200

/** Copies all settings but no measurements. The encrypted keys are valid in any row. */
export function toCopiedRow(original: ChannelRow, name: string, createdTime: number): Omit<ChannelRow, 'id'> {
  const { id: _id, ...row } = original
  return {
    ...row,
    name,
    status: channelStatus.disabled,
    other_info: '',
    speaks_found: '',
    response_time: 0,
    test_time: 0,
    balance: '0',
    balance_currency: '',
    balance_updated_time: 0,
    created_time: createdTime,
  }
}

/** Finds a free name: `main` → `main-copy`, `main-copy-2`, ... */
export async function freeName(
  name: string,
  repository: Pick<ReturnType<typeof channelsRepository>, 'isNameTaken'>,
): Promise<string> {
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? '-copy' : `-copy-${number}`
    const candidate = [...name].slice(0, NAME_MAX - suffix.length).join('') + suffix
    if (!(await repository.isNameTaken(candidate))) return candidate
  }
}
