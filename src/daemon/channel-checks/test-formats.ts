import { isSpokenFormat, mustFindFormats } from '../channel-types/spoken-formats.ts'
import type { Channel, ChannelType, FoundFormat } from '../channel-types/types.ts'
import { makeTestCall, type TestCall, type TestCallDeps, type Tested } from './channel-test.ts'

/** A test and its findings. */
export interface FormatTest extends TestCall {
  readonly tookMs: number
  /** undefined = nothing new. */
  readonly found?: FoundFormat
}

/**
 * Tests a channel. If it is unknown which of OpenAI's conversation formats its server speaks, a second call in the
 * other format finds out.
 *
 * @param tested.findsAgain also if the formats are known, because servers gain new ones
 * @throws like {@link makeTestCall}
 */
export async function testFormats(
  channel: Channel,
  type: ChannelType,
  { model, findsAgain }: { readonly model: string; readonly findsAgain: boolean },
  deps: TestCallDeps,
): Promise<FormatTest> {
  const take = async (tested: Tested): Promise<FormatTest> => {
    const startedMs = deps.clock.now()
    const call = await makeTestCall(channel, type, tested, deps)
    return { ...call, tookMs: deps.clock.now() - startedMs }
  }
  const first = await take({ model })
  const { operation } = first
  if (!isSpokenFormat(operation) || !mustFindFormats(type, channel)) return first
  const isOther = first.problem !== undefined && first.lacksAddress
  if (!isOther && (first.problem || (channel.speaksFound !== undefined && !findsAgain))) return first
  const other = operation === 'chat' ? 'responses' : 'chat'
  const second = await take({ model, format: other })
  if (isOther) return second.problem ? first : { ...second, found: other }
  if (!second.problem) return { ...first, found: 'both' }
  return second.lacksAddress ? { ...first, found: operation } : first
}
