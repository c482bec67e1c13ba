import type { Phrase, PhraseKey } from './phrases/phrases.ts'

const reasons: Readonly<Record<string, PhraseKey>> = {
  ENOENT: 'reason.noFile',
  EACCES: 'reason.denied',
  EPERM: 'reason.denied',
  EROFS: 'reason.readOnly',
  ENOSPC: 'reason.diskFull',
}

/** Says what the operating system's `code` means; a rare one is shown as it is. */
export function fileReason(code: string, phrase: Phrase): string {
  const reason = reasons[code]
  return reason === undefined ? code : phrase(reason, { code })
}
