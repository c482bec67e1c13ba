import type { AccountAnswer, AccountQuestion } from '../stored/ask-account.ts'
import type { VendorFile } from '../stored/vendor-files.ts'

/** Returns the request that asks an account about a file, or deletes it there. */
export const aboutFile = (
  { id, protocol }: Pick<VendorFile, 'id' | 'protocol'>,
  method: 'GET' | 'DELETE',
): AccountQuestion =>
  protocol === 'gemini'
    ? { method, at: 'files', path: id.slice('files'.length), query: {}, reads: [403] }
    : { method, at: 'files', path: `/${encodeURIComponent(id)}`, query: {} }

/**
 * Whether the account no longer has the file. Google answers 403 for a missing file, and for a key without permission.
 */
export const isGone = ({ status, body }: AccountAnswer): boolean =>
  status === 404 || (status === 403 && /may not exist/i.test(body.toString('utf8')))
