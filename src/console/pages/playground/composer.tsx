import { ArrowUp, Brush, Square } from 'lucide-react'
import { type RefObject, useLayoutEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../components/ui/button.tsx'
import { chatStore } from './chat-store.ts'
import type { DrawingChoices } from './conversation.ts'
import { DrawingOptions } from './drawing-options.tsx'
import { useConversation, useIsAnswering } from './use-conversation.ts'
import { useFocusHeir } from './use-focus-heir.ts'

const HEIGHT_MAX = 240

/** Where questions are typed, or what is to be drawn. Enter sends, Shift and Enter begin a line; while an answer comes it can be stopped. */
export function Composer({
  box,
  drawing,
  canSend,
  send,
}: {
  /** The field, which gets the focus of controls that go away. */
  readonly box: RefObject<HTMLTextAreaElement | null>
  /** What can be chosen where the model draws; null = it answers in words. */
  readonly drawing: DrawingChoices | null
  /** A model is chosen and what stands beside it is right. */
  readonly canSend: boolean
  readonly send: (text: string) => void
}) {
  const { t } = useTranslation('playground')
  const { draft, settings } = useConversation()
  const isAnswering = useIsAnswering()
  const heir = useFocusHeir(box)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text decides how high the field is.
  useLayoutEffect(() => {
    const field = box.current
    if (!field) return
    field.style.height = 'auto'
    field.style.height = `${Math.min(HEIGHT_MAX, field.scrollHeight)}px`
  }, [draft, box])
  const isReady = canSend && !isAnswering && draft.trim() !== ''
  return (
    <div className="flex flex-col gap-2 rounded-lg border border-line-strong bg-surface p-2 focus-within:border-accent">
      <form
        className="flex items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          if (isReady) send(draft)
        }}
      >
        <textarea
          ref={box}
          rows={1}
          aria-label={t(drawing ? 'drawing.prompt' : 'question')}
          placeholder={t(drawing ? 'drawing.placeholder' : 'placeholder')}
          value={draft}
          className="min-h-8 min-w-0 grow resize-none bg-transparent px-1.5 py-1.5 leading-5 focus:outline-none"
          onChange={(event) => chatStore.setDraft(event.target.value)}
          onKeyDown={(event) => {
            // Enter while an input method is open chooses a word.
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
            event.preventDefault()
            event.currentTarget.form?.requestSubmit()
          }}
        />
        {isAnswering ? (
          <Button
            key="stop"
            ref={heir}
            icon={<Square size={13} aria-hidden />}
            onClick={(event) => {
              // The second click of a double click on "Send".
              if (event.detail < 2) chatStore.stop()
            }}
          >
            {t('stop')}
          </Button>
        ) : (
          <Button
            key="send"
            ref={heir}
            type="submit"
            kind="primary"
            icon={drawing ? <Brush size={15} aria-hidden /> : <ArrowUp size={15} aria-hidden />}
            disabled={!isReady}
            onClick={(event) => {
              // The second click of a double click on "Stop".
              if (event.detail > 1) event.preventDefault()
            }}
          >
            {t(drawing ? 'drawing.draw' : 'send')}
          </Button>
        )}
      </form>
      {/* Outside of the form: Enter in one of these fields must not send, and pay for, a picture. */}
      {drawing && (
        <div className="border-t px-1.5 pt-2">
          <DrawingOptions
            choices={drawing}
            settings={settings}
            onChange={(change) => chatStore.setSettings(change)}
          />
        </div>
      )}
    </div>
  )
}
