import type { Knex } from 'knex'
import type { Logger } from 'pino'
import { loadChannels } from '../../channels/load-channels.ts'
import type { ChangeFeed } from '../../db/changes.ts'
import type { SecretBox } from '../../db/secrets.ts'
import type { OptionStore } from '../../options/option-store.ts'
import { buildSnapshot, type Snapshot } from './snapshot.ts'

/** Holds the current snapshot and replaces it when options or channels change. */
export interface SnapshotStore {
  current(): Snapshot
  /** Loads the snapshot again; resolves when the new one is in place. Calls in the meantime share one further load. */
  reload(): Promise<void>
}

export async function createSnapshotStore(deps: {
  readonly knex: Knex
  readonly secrets: SecretBox
  readonly options: OptionStore
  readonly changes: ChangeFeed
  readonly log: Logger
  /** Called when a channel may have been edited, so that what was observed of it no longer counts. */
  readonly onChannelChanged: (channelId: number) => void
}): Promise<SnapshotStore> {
  const readChannels = () =>
    loadChannels(deps.knex, deps.secrets, (channelId, cause) =>
      deps.log.error({ channelId, err: cause }, 'channel left out: its row cannot be read'),
    )
  let channels = await readChannels()
  let current = buildSnapshot(deps.options.current(), channels)
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined

  const reload = (): Promise<void> => {
    if (!running) {
      running = readChannels()
        .then((fresh) => {
          channels = fresh
          current = buildSnapshot(deps.options.current(), channels)
        })
        .finally(() => {
          running = undefined
        })
      return running
    }
    // The running load may have read before the change, so one more follows, shared by everyone who waits.
    next ??= running
      .catch(() => {})
      .then(() => {
        next = undefined
        return reload()
      })
    return next
  }

  deps.options.onChange((options) => {
    current = buildSnapshot(options, channels)
  })
  deps.changes.on('channels', async (ref) => {
    if (ref !== '') deps.onChannelChanged(Number(ref))
    await reload()
  })
  return { current: () => current, reload }
}
