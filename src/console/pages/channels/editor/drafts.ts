import { session } from '../../../state/session.ts'
import type { ChannelValues } from './channel-values.ts'

/**
 * What was typed into forms that left the screen without being saved or thrown away (another page was opened, the browser
 * went back). In memory alone, for there may be keys among it, and only for whoever typed it.
 */
let owner: number | undefined
const drafts = new Map<string, ChannelValues>()

function own(): Map<string, ChannelValues> {
  const user = session.user()?.id
  if (user !== owner) drafts.clear()
  owner = user
  return drafts
}

/** @param form `new` or the number of a channel */
export const draftOf = (form: string): ChannelValues | undefined => own().get(form)
export const keepDraft = (form: string, values: ChannelValues): void => void own().set(form, values)
export const dropDraft = (form: string): void => void own().delete(form)
