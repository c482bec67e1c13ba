import type { AccountAnswer, AccountQuestion } from '../stored/ask-account.ts'
import type { VendorFile } from '../stored/vendor-files.ts'

/** A question about a file, to the account that keeps it. */
export const aboutFile = (
  { id, protocol }: Pick<VendorFile, 'id' | 'protocol'>,
  method: 'GET' | 'DELETE',
): AccountQuestion =>
  protocol === 'gemini'
    ? { method, at: 'files', path: id.slice('files'.length), query: {}, reads: [403] }
    : { method, at: 'files', path: `/${encodeURIComponent(id)}`, query: {} }

/** Whether the account no longer has it. Google says 403 of a file that is gone, and of a key that may nothing. */
export const isGone = ({ status, body }: AccountAnswer): boolean =>
  status === 404 || (status === 403 && /may not exist/i.test(body.toString('utf8')))
