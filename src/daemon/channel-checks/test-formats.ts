import { isSpokenFormat, mustFindFormats } from '../channel-types/spoken-formats.ts'
import type { Channel, ChannelType, FoundFormat } from '../channel-types/types.ts'
import { makeTestCall, type TestCall, type TestCallDeps, type Tested } from './channel-test.ts'

/** A test and what it found out. */
export interface FormatTest extends TestCall {
  readonly tookMs: number
  /** undefined = nothing new. */
  readonly found?: FoundFormat
}

/**
 * Tests a channel, and where nobody knows which of OpenAI's conversation formats its server speaks, finds that out: by a
 * second call in the other one.
 *
 * @param tested.findsAgain also where it was found out before: servers learn
 * @throws as {@link makeTestCall}
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
