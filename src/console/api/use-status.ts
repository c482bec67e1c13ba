import { useQuery } from '@tanstack/react-query'
import { toast } from 'sonner'
import type { components } from '../../../openapi/types.gen.ts'
import { phrase } from '../i18n/i18n.ts'
import { parseStored, storedText } from '../state/stored-text.ts'
import { api, dataOf } from './client.ts'

/** The public information about this site. */
export type Status = components['schemas']['Status']

const stored = storedText('status')
/** Parts of the status with their own storage items, where other pages of this origin find them. */
const ownEntries = ['chats', 'footer_html', 'enable_data_export', 'enable_drawing', 'enable_task'] as const

const isStatus = (value: unknown): value is Status =>
  typeof value === 'object' && value !== null && typeof (value as Status).quota_per_unit === 'number'

/** Returns the status stored on the last visit: used until the response arrives, so that the layout does not jump. */
export const storedStatus = (): Status | undefined => parseStored(stored.get(), isStatus)

/** Returns whether the site can email a password reset link, and the new password would let its owner sign in. */
export const canResetPassword = (status: Status | undefined): boolean =>
  status?.password_login_enabled === true && status.mail_enabled && status.server_address !== ''

/** Returns whether the chat links stored for other pages of this origin are still readable. */
function isJson(text: string | null): boolean {
  try {
    return text === null || JSON.parse(text) !== undefined
  } catch {
    return false
  }
}

async function readStatus(signal: AbortSignal): Promise<Status> {
  const status = await dataOf(api.GET('/api/status', { signal }))
  stored.set(JSON.stringify(status))
  if (!isJson(storedText('chats').get())) toast.error(phrase('status.chatsUnreadable'))
  for (const key of ownEntries) {
    const value = status[key]
    storedText(key).set(typeof value === 'string' ? value : JSON.stringify(value))
  }
  return status
}

export const statusKey = ['status'] as const

/** Reads the status of the site, at most a minute old. */
export function useStatus() {
  const placeholderData = storedStatus()
  return useQuery({
    queryKey: statusKey,
    queryFn: ({ signal }) => readStatus(signal),
    ...(placeholderData && { placeholderData }),
    staleTime: 60_000,
  })
}
