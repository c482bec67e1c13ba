import { channelFaults } from '../../errors/channel-faults.ts'
import { misconfigured } from '../addresses.ts'
import type { Call } from '../types.ts'

/** Path segments of models whose path is not their name in lower case. */
const ENDPOINTS: Readonly<Record<string, string>> = {
  'ernie-4.0': 'completions_pro',
  'ernie-4.0-8k': 'completions_pro',
  'ernie-bot-4': 'completions_pro',
  'ernie-3.5-8k': 'completions',
  'ernie-bot': 'completions',
  'ernie-bot-turbo': 'eb-instant',
  'ernie-lite-8k-0922': 'eb-instant',
  'ernie-speed': 'ernie_speed',
  'ernie-speed-8k': 'ernie_speed',
  'ernie-bot-8k': 'ernie_bot_8k',
  'ernie-lite-8k-0308': 'ernie-lite-8k',
  'bloomz-7b': 'bloomz_7b1',
  'bge-large-zh': 'bge_large_zh',
  'bge-large-en': 'bge_large_en',
  'tao-8k': 'tao_8k',
}

/** Returns the last part of a model's address. @throws AppError `channel_misconfigured` for names that cannot be part of it */
export function readEndpoint({ model, channel }: Call): string {
  const name = model.trim().toLowerCase()
  if (!/^[\w.-]*\w[\w.-]*$/.test(name)) throw misconfigured(channel, channelFaults.badModelName)
  return ENDPOINTS[name] ?? name
}
