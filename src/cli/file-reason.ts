import type { Phrase, PhraseKey } from './phrases/phrases.ts'

const reasons: Readonly<Record<string, PhraseKey>> = {
  ENOENT: 'reason.noFile',
  EACCES: 'reason.denied',
  EPERM: 'reason.denied',
  EROFS: 'reason.readOnly',
  ENOSPC: 'reason.diskFull',
}

/** Describes why a file could not be written, for `error.writeFile`. */
export function writeReason(error: unknown, phrase: Phrase): string {
  return error instanceof Error && 'code' in error ? fileReason(String(error.code), phrase) : String(error)
}

/** Describes an error code of the operating system. A code without a phrase is returned unchanged. */
export function fileReason(code: string, phrase: Phrase): string {
  const reason = reasons[code]
  return reason === undefined ? code : phrase(reason, { code })
}
