import { ArrowDown, Plus, SlidersHorizontal } from 'lucide-react'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from 'sonner'
import { Page } from '../../components/page.tsx'
import { Button } from '../../components/ui/button.tsx'
import { useCopy } from '../../components/ui/copy.tsx'
import { phrase } from '../../i18n/i18n.ts'
import { stateKey } from './answer-state.ts'
import { type Asked, chatStore } from './chat-store.ts'
import { Composer } from './composer.tsx'
import { isDrawable, isRunning, type Message } from './conversation.ts'
import { EarlierMenu } from './earlier-menu.tsx'
import { type MessageActions, MessageView } from './message-view.tsx'
import { NoModelsNotice } from './no-models-notice.tsx'
import { isTokenCount, SettingsPanel } from './settings-panel.tsx'
import { useAsked } from './use-asked.ts'
import { useConversation } from './use-conversation.ts'
import { focusForKeys } from './use-focus-heir.ts'
import { useFollowEnd } from './use-follow-end.ts'
import { EmptyWalletNotice } from './wallet-notice.tsx'

/** A conversation with a model, charged to the balance, for trying out models and groups. */
export function PlaygroundPage() {
  const { t } = useTranslation('playground')
  const { messages, settings } = useConversation()
  const { asked, setAsked, models } = useAsked()
  const box = useRef<HTMLTextAreaElement>(null)
  const { actions, dialog } = useMessageActions(asked, box)
  const { isAtEnd, goToEnd } = useFollowEnd(messages, messages.length > 0)
  const [isPanelOpen, setPanelOpen] = useState(false)
  const hasNoModels = models?.length === 0
  const isSettled = asked.drawing ? isDrawable(settings, asked.drawing) : isTokenCount(settings.maxTokens)
  const canSend = asked.model !== '' && isSettled
  const clear = () => {
    const before = chatStore.begin()
    offerUndo(phrase('playground:cleared'), () => chatStore.open(before))
    // The button is about to disappear.
    focusForKeys(box.current)
  }
  return (
    <Page
      title={t('title')}
      lead={t('lead')}
      actions={
        <>
          <Button
            className="md:hidden"
            icon={<SlidersHorizontal size={15} aria-hidden />}
            aria-expanded={isPanelOpen}
            aria-controls="playground-settings"
            onClick={() => setPanelOpen(!isPanelOpen)}
          >
            {t('settings')}
          </Button>
          <EarlierMenu />
          {messages.length > 0 && (
            <Button icon={<Plus size={15} aria-hidden />} onClick={clear}>
              {t('newConversation')}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-6 md:flex-row-reverse md:items-start">
        <section
          id="playground-settings"
          aria-label={t('settings')}
          className={`${isPanelOpen ? '' : 'max-md:hidden'} shrink-0 rounded-lg border bg-surface p-4 md:sticky md:top-20 md:w-72`}
        >
          <SettingsPanel
            asked={asked}
            onAsk={setAsked}
            models={models}
            settings={settings}
            onChange={(change) => chatStore.setSettings(change)}
          />
        </section>
        <div className="flex min-h-[calc(100dvh-260px)] min-w-0 grow flex-col">
          <EmptyWalletNotice />
          {hasNoModels && <NoModelsNotice />}
          {messages.length === 0 && !hasNoModels && (
            <p className="m-auto max-w-sm px-4 py-16 text-center text-muted">
              {t(asked.drawing ? 'drawing.empty' : 'empty')}
            </p>
          )}
          {messages.length > 0 && (
            <ol aria-label={t('conversation')} className="flex grow flex-col gap-6 pb-6">
              {messages.map((message) => (
                <MessageView key={message.id} message={message} actions={actions} />
              ))}
            </ol>
          )}
          <Announcement message={messages.at(-1)} />
          <div data-stays="bottom" className="sticky bottom-0 bg-bg pb-3">
            {!isAtEnd && (
              <Button
                size="sm"
                data-stays="bottom"
                className="absolute -top-10 left-1/2 -translate-x-1/2 shadow-pop"
                icon={<ArrowDown size={14} aria-hidden />}
                onClick={goToEnd}
              >
                {t('toEnd')}
              </Button>
            )}
            <Composer
              box={box}
              asked={asked}
              canSend={canSend}
              send={(text) => {
                chatStore.send(text, asked)
                goToEnd()
              }}
            />
            <p className="mt-1.5 px-1 text-xs text-faint max-sm:hidden">
              {t(asked.takesPictures ? 'keysAndPictures' : 'keys')}
            </p>
          </div>
        </div>
      </div>
      {dialog}
    </Page>
  )
}

/**
 * Returns actions that stay the same while the page is open, so that unchanged messages are not rendered again.
 *
 * @param box gets the focus when a pressed button disappears with its message
 */
function useMessageActions(asked: Asked, box: RefObject<HTMLTextAreaElement | null>) {
  const { copy, dialog } = useCopy()
  const latest = useRef({ asked, copy })
  useEffect(() => {
    latest.current = { asked, copy }
  })
  const actions = useMemo<MessageActions>(
    () => ({
      copy: (text) => void latest.current.copy(text),
      retry: (id) => {
        offerUndoOfLoss(id + 1, chatStore.retry(id, latest.current.asked))
        focusForKeys(box.current)
      },
      edit: (id, text) => {
        offerUndoOfLoss(id + 2, chatStore.edit(id, text, latest.current.asked))
        focusForKeys(box.current)
      },
    }),
    [box],
  )
  return { actions, dialog }
}

/** Offers to restore the later messages that asking again has removed. */
function offerUndoOfLoss(fromId: number, before: readonly Message[]): void {
  if (!before.some(({ id }) => id >= fromId)) return
  const visit = chatStore.visit()
  offerUndo(phrase('playground:laterRemoved'), () => {
    if (chatStore.visit() === visit) chatStore.restore(before)
  })
}

function offerUndo(text: string, undo: () => void): void {
  toast(text, {
    action: { label: phrase('playground:undo'), onClick: undo },
    duration: 10_000,
  })
}

/** Tells assistive technology when an answer is complete; its growth is not announced. */
function Announcement({ message }: { readonly message: Message | undefined }) {
  const { t } = useTranslation('playground')
  const answer = message?.role === 'assistant' && !isRunning(message) ? message : undefined
  return (
    <p role="status" className="sr-only">
      {answer ? t(stateKey(answer)) : ''}
    </p>
  )
}
