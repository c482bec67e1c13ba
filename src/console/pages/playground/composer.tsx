import { ArrowUp, Brush, Square } from 'lucide-react'
import { type RefObject, useId, useLayoutEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../components/ui/button.tsx'
import { AttachButton, RefusedPictures } from './attach-button.tsx'
import { AttachedPictures } from './attached-pictures.tsx'
import { type Asked, chatStore } from './chat-store.ts'
import { isAsking } from './conversation.ts'
import { DrawingOptions } from './drawing-options.tsx'
import { useAttaching } from './use-attaching.ts'
import { useConversation, useIsAnswering } from './use-conversation.ts'
import { useFocusHeir } from './use-focus-heir.ts'

const HEIGHT_MAX = 240

/**
 * The form for questions, or for descriptions of images, with attached pictures. Enter sends, Shift+Enter inserts a
 * line break; an answer being received can be stopped.
 */
export function Composer({
  box,
  asked,
  canSend,
  send,
}: {
  /** The text field, which takes over the focus of controls that disappear. */
  readonly box: RefObject<HTMLTextAreaElement | null>
  readonly asked: Asked
  /** A model is chosen and the other settings are valid. */
  readonly canSend: boolean
  readonly send: (text: string) => void
}) {
  const { t } = useTranslation('playground')
  const { model, drawing, takesPictures } = asked
  const { draft, attached, messages, settings } = useConversation()
  const { attach, refused, isRefusedByModel, forgetRefused, isDropping } = useAttaching(takesPictures)
  const noteId = useId()
  const isAnswering = useIsAnswering()
  const heir = useFocusHeir(box)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text decides how high the field is.
  useLayoutEffect(() => {
    const field = box.current
    if (!field) return
    field.style.height = 'auto'
    field.style.height = `${Math.min(HEIGHT_MAX, field.scrollHeight)}px`
  }, [draft, box])
  const isReady =
    canSend && !isAnswering && isAsking(draft, attached) && (takesPictures || attached.length === 0)
  const isEarlierLeftOut =
    !takesPictures && !drawing && messages.some(({ role, pictures }) => role === 'user' && pictures)
  return (
    <div
      className={`flex flex-col gap-2 rounded-lg border bg-surface p-2 focus-within:border-accent ${isDropping && takesPictures ? 'border-accent bg-accent-weak' : 'border-line-strong'}`}
    >
      {attached.length > 0 && <AttachedPictures pictures={attached} box={box} />}
      <p role="status" className="sr-only">
        {attached.length > 0 && t('pictures.count', { count: attached.length })}
      </p>
      <form
        className="flex items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isReady) return
          forgetRefused()
          send(draft)
        }}
      >
        {!drawing && <AttachButton attach={attach} isOff={!takesPictures} noteId={noteId} />}
        <textarea
          ref={box}
          rows={1}
          aria-label={t(drawing ? 'drawing.prompt' : 'question')}
          placeholder={t(drawing ? 'drawing.placeholder' : 'placeholder')}
          value={draft}
          className="min-h-8 min-w-0 grow resize-none bg-transparent px-1.5 py-1.5 leading-5 focus:outline-none"
          onChange={(event) => chatStore.setDraft(event.target.value)}
          onPaste={(event) => {
            const files = [...event.clipboardData.files]
            // Word processors copy an image of the text in addition to the text itself.
            if (files.length === 0 || event.clipboardData.types.includes('text/plain')) return
            event.preventDefault()
            attach(files)
          }}
          onKeyDown={(event) => {
            // While an input method is open, Enter selects a word.
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
              // Ignores the second click of a double click on "Send".
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
              // Ignores the second click of a double click on "Stop".
              if (event.detail > 1) event.preventDefault()
            }}
          >
            {t(drawing ? 'drawing.draw' : 'send')}
          </Button>
        )}
      </form>
      {(refused.length > 0 || (isRefusedByModel && !takesPictures)) && (
        <div role="alert" className="px-1.5 text-sm text-bad">
          <RefusedPictures refused={refused} />
          {isRefusedByModel && !takesPictures && <p>{t('pictures.notAttached')}</p>}
        </div>
      )}
      {!takesPictures && (!drawing || attached.length > 0) && model !== '' && (
        <p
          id={noteId}
          className={`px-1.5 text-xs ${attached.length > 0 ? 'text-bad' : 'text-muted'}`}
          role={attached.length > 0 ? 'alert' : undefined}
        >
          {t(
            attached.length > 0
              ? 'pictures.removeFirst'
              : isEarlierLeftOut
                ? 'pictures.leftOut'
                : 'pictures.notTaken',
            { model },
          )}
        </p>
      )}
      {/* Outside the form, because Enter in one of these fields must not send, and pay for, an image. */}
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
