import { Copy } from 'lucide-react'
import { toast } from 'sonner'
import { phrase } from '../i18n/i18n.ts'
import { copyText } from './ui/copy.tsx'

/** The message of a failure, and the request ID to give to the person who has the log. */
export function ProblemText({
  text,
  requestId,
}: {
  readonly text: string
  readonly requestId: string | undefined
}) {
  return (
    <span className="block">
      <span className="block break-words">{text}</span>
      {requestId !== undefined && (
        <button
          type="button"
          className="mt-1 inline-flex max-w-full items-center gap-1 font-mono text-xs text-muted hover:text-text"
          aria-label={phrase('problem.copyRequestId', { id: requestId })}
          onClick={(event) => void copyId(requestId, event.currentTarget)}
        >
          <span className="truncate">{requestId}</span>
          <Copy size={12} aria-hidden className="shrink-0" />
        </button>
      )}
    </span>
  )
}

/** Copies the ID. If the browser refuses, the ID is selected so that it can be copied by hand. */
async function copyId(id: string, shown: HTMLElement): Promise<void> {
  if (await copyText(id)) toast.success(phrase('copy.done', { text: id }))
  else {
    getSelection()?.selectAllChildren(shown)
    toast.error(phrase('copy.refused'))
  }
}
