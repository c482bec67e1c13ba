import { useQueryClient } from '@tanstack/react-query'
import { Ellipsis, Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from 'sonner'
import { Link, Redirect, useLocation, useRoute } from 'wouter'
import { Page } from '../../components/page.tsx'
import { Button, buttonClass } from '../../components/ui/button.tsx'
import { useConfirm } from '../../components/ui/confirm.tsx'
import { Menu, MenuAction } from '../../components/ui/menu.tsx'
import { Opening } from '../../components/ui/opening.tsx'
import { wholeNumber } from '../../format.ts'
import { links, routes } from '../../routes.ts'
import { leaveTo } from '../../state/leave-to.ts'
import { useWasTrue } from '../../state/was-true.ts'
import { ChannelTable } from './channel-table.tsx'
import { RunPanel } from './run-panel.tsx'
import { useDeleteDisabled, useFixChannels } from './use-channel-actions.ts'
import { useChannelRun } from './use-channel-run.ts'
import { type Channel, channelsKey } from './use-channels.ts'
import { type ChannelsHealth, useChannelsHealth } from './use-channels-health.ts'

// Fetched when first opened: most visits only need the list.
const ChannelDrawer = lazy(async () => ({
  default: (await import('./editor/channel-drawer.tsx')).ChannelDrawer,
}))
const ChannelTestDialog = lazy(async () => ({
  default: (await import('./editor/channel-test-dialog.tsx')).ChannelTestDialog,
}))

/** Returns the channel that the address opens; undefined = none, NaN = the address has no valid ID. */
function useEditedId(): number | 'new' | undefined {
  const [isNew] = useRoute(routes.channelAdd.path)
  const [isEdit, parameters] = useRoute(routes.channelEdit.path)
  if (isNew) return 'new'
  if (!isEdit) return undefined
  return /^[1-9]\d{0,15}$/.test(parameters.id) ? Number(parameters.id) : Number.NaN
}

/** Upstream accounts: their health, their share of the calls, and bulk actions. */
export function ChannelsPage() {
  const { t } = useTranslation(['channels', 'common'])
  const queryClient = useQueryClient()
  const [, navigate] = useLocation()
  const edited = useEditedId()
  const [tested, setTested] = useState<Channel>()
  const [isReported, setReported] = useState(false)
  const { run, start } = useChannelRun(() => {
    setReported(true)
    void queryClient.invalidateQueries({ queryKey: channelsKey })
  })
  const [ask, confirmDialog] = useConfirm()
  const deleteDisabled = useDeleteDisabled()
  const fix = useFixChannels()
  const health = useChannelsHealth()

  // The list behind the drawer keeps its filters.
  const add = () => navigate(links.channelAdd() + location.search)
  const askDeleteDisabled = async () => {
    // Counted now, because the page's last poll may be half a minute old.
    const counts = (await health.refetch()).data
    if (!counts) return
    const { disabled: manual, disabled_automatically: automatic } = counts
    if (manual + automatic === 0) return void toast.info(t('deleteDisabled.none'))
    const isSure = await ask({
      title: t('deleteDisabled.title', { count: manual + automatic }),
      text: t('deleteDisabled.text', { manual, automatic }),
      action: t('common:action.delete'),
      isDanger: true,
    })
    if (isSure)
      deleteDisabled.mutate(undefined, { onSuccess: (count) => void toast.success(t('removed', { count })) })
  }
  const isRunning = run !== undefined || start.isPending
  const wasEdited = useWasTrue(edited !== undefined)
  const wasTested = useWasTrue(tested !== undefined)
  if (Number.isNaN(edited)) return <Redirect to={links.channels()} replace />
  return (
    <Page
      title={t('title')}
      lead={health.data && <Lead health={health.data} />}
      actions={
        <>
          <Button
            isBusy={isRunning && (run?.kind ?? start.variables) === 'test'}
            disabled={isRunning}
            onClick={() => start.mutate('test')}
          >
            {t('testAll')}
          </Button>
          <Button
            isBusy={isRunning && (run?.kind ?? start.variables) === 'balance'}
            disabled={isRunning}
            onClick={() => start.mutate('balance')}
          >
            {t('updateBalances')}
          </Button>
          <Menu
            label={t('common:action.more')}
            className={buttonClass('secondary', 'icon')}
            button={<Ellipsis size={16} aria-hidden />}
          >
            <MenuAction onSelect={() => fix.mutate()}>{t('fix.action')}</MenuAction>
            <MenuAction isDanger onSelect={() => void askDeleteDisabled()}>
              {t('deleteDisabled.action')}
            </MenuAction>
          </Menu>
          <Button kind="primary" icon={<Plus size={16} aria-hidden />} onClick={add}>
            {t('add')}
          </Button>
        </>
      }
    >
      <RunPanel run={run} isReported={isReported} dismiss={() => setReported(false)} />
      <ChannelTable
        add={add}
        edit={(channel) => navigate(links.channelEdit(channel.id) + location.search)}
        testModel={setTested}
      />
      {confirmDialog}
      <Suspense fallback={<Opening />}>
        {wasEdited && (
          <ChannelDrawer
            id={edited}
            onClose={() => {
              const list = links.channels() + location.search
              leaveTo(list, () => navigate(list, { replace: true }))
            }}
          />
        )}
        {wasTested && <ChannelTestDialog channel={tested} onClose={() => setTested(undefined)} />}
      </Suspense>
    </Page>
  )
}

/** The number of channels, and a link to those that need attention. */
function Lead({ health }: { readonly health: ChannelsHealth }) {
  const { t } = useTranslation('channels')
  const { enabled, disabled, disabled_automatically: automatic } = health
  const total = enabled + disabled + automatic
  if (total === 0) return null
  return (
    <>
      {t('lead', { count: total, enabled: wholeNumber(enabled) })}{' '}
      {automatic > 0 && (
        <Link
          href={links.channels({ status: 3 })}
          className="text-bad underline decoration-from-font underline-offset-2"
        >
          {t('attention', { count: automatic })}
        </Link>
      )}
    </>
  )
}
