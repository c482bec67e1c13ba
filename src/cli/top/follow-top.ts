import { CliError } from '../cli-error.ts'
import type { Api } from '../client/api.ts'
import { followEvents } from '../client/live-feed.ts'
import type { CommandContext } from '../define-command.ts'
import { exitCodes } from '../exit-codes.ts'
import { type ChannelState, readChannel } from './channel-state.ts'
import { windowSeconds } from './series.ts'
import { createTopWatch, type TopWatch } from './top-watch.ts'
import { type Dimension, dimensions } from './traffic.ts'

const administrator = 10

/** The user and what they are allowed to see. */
export interface Viewer {
  readonly isAdministrator: boolean
  readonly dimensions: readonly Dimension[]
  /** Whether failed requests are logged; undefined = unknown. */
  readonly errorsAreLogged: boolean | undefined
  readonly quotaPerUnit: number
}

/**
 * Looks up who the user is.
 * @param by the requested view
 * @throws CliError 4 when the view is for administrators only
 */
export async function openViewer(by: Dimension | undefined, context: CommandContext): Promise<Viewer> {
  const { api, phrase, quotaPerUnit } = context
  const [{ role }, rate] = await Promise.all([api.get('/api/user/self', { isLookup: true }), quotaPerUnit()])
  const isAdministrator = role >= administrator
  const shown = isAdministrator ? dimensions : (['model', 'token'] as const)
  if (by !== undefined && !shown.some((each) => each === by))
    throw new CliError('insufficient_role', exitCodes.notAllowed, phrase('top.forAdministrators'), {
      hint: phrase('hint.role'),
      field: '--by',
    })
  return {
    isAdministrator,
    dimensions: shown,
    errorsAreLogged: isAdministrator ? await readErrorsAreLogged(api) : undefined,
    quotaPerUnit: rate,
  }
}

async function readErrorsAreLogged(api: Api): Promise<boolean | undefined> {
  try {
    const options = await api.get('/api/option/', { isLookup: true })
    const found = options.find(({ key }) => key === 'LogErrorEnabled')
    return found === undefined ? undefined : found.value === 'true'
  } catch (error) {
    // An access token may lack the scope; the screen then leaves out unknown values.
    if (error instanceof CliError && error.exitCode === exitCodes.notAllowed) return undefined
    throw error
  }
}

/** Lists all channels. @throws CliError */
export const listChannels = async (api: Api): Promise<readonly ChannelState[]> =>
  (await api.list('/api/channel/', {}, { limit: undefined, isLookup: true })).map(readChannel)

export interface FollowOptions {
  readonly signal: AbortSignal
  /** Called when a change should be shown immediately; rows wait for the next frame. */
  onChange(): void
  /** Called when the channels could not be read; the last known ones stay on the screen. */
  onChannelsUnread(error: unknown): void
}

/** Feeds events into the watch until the signal is aborted. @throws CliError when the feed ends for good */
export async function followTop(
  watch: TopWatch,
  viewer: Viewer,
  { api }: Pick<CommandContext, 'api'>,
  { signal, onChange, onChannelsUnread }: FollowOptions,
): Promise<void> {
  const readChannels = oneAtATime(async () => {
    try {
      watch.setChannels(await listChannels(api))
      onChange()
    } catch (error) {
      if (!signal.aborted) onChannelsUnread(error)
    }
  })
  const events = followEvents(api, {
    filters: {},
    back: windowSeconds,
    signal,
    onState(state) {
      watch.heardState(state)
      // Channels may have changed while the feed was lost.
      if (state === 'live' && viewer.isAdministrator) readChannels()
      onChange()
    },
  })
  for await (const event of events) {
    const before = watch.state
    watch.hear(event)
    if (event.kind === 'channels') readChannels()
    if (watch.state !== before) onChange()
  }
}

/**
 * Wraps a call so that it never runs twice at the same time. A request during a run repeats it once afterwards, so that
 * the last result is never stale.
 */
function oneAtATime(call: () => Promise<void>): () => void {
  let running = false
  let wanted = false
  const run = async (): Promise<void> => {
    running = true
    do {
      wanted = false
      await call()
    } while (wanted)
    running = false
  }
  return () => {
    wanted = true
    if (!running) void run()
  }
}

/** Creates a watch that uses the monotonic clock of this process. */
export const openWatch = (): TopWatch => createTopWatch(() => performance.now())
