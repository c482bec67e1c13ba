import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMutateOnce } from '../../api/use-mutate-once.ts'
import { passkeyObstacle } from '../../components/passkeys/passkey-dialog.ts'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { QueryView } from '../../components/query-view.tsx'
import { Badge } from '../../components/ui/badge.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { useConfirm } from '../../components/ui/confirm.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { dateTime, relativeTime } from '../../format.ts'
import { RenamePasskeyDialog } from './rename-passkey-dialog.tsx'
import { RecoveryCodesDialog } from './second-factor/recovery-codes-dialog.tsx'
import { type Passkey, useAddPasskey, useDeletePasskey, usePasskeys } from './use-passkeys.ts'

/** Registers passkeys and lists them. */
export function PasskeysCard() {
  const { t } = useTranslation('passkey')
  const passkeys = usePasskeys()
  const adding = useAddPasskey()
  const addOnce = useMutateOnce(adding)
  const deleting = useDeletePasskey()
  const deleteOnce = useMutateOnce(deleting)
  const [renamed, setRenamed] = useState<Passkey>()
  const [ask, question] = useConfirm()
  const [codes, setCodes] = useState<readonly string[]>([])
  const obstacle = passkeyObstacle()
  const add = () => addOnce(undefined, { onSuccess: (made) => made && setCodes(made.recovery_codes) })
  const rename = (passkey: Passkey) => {
    adding.reset()
    setRenamed(passkey)
  }
  const remove = async ({ id, name }: Passkey) => {
    // The last error may no longer apply.
    adding.reset()
    const isYes = await ask({
      title: t('deleteTitle', { name }),
      text: t('deleteText'),
      action: t('delete'),
      isDanger: true,
    })
    if (isYes) deleteOnce(id)
  }
  return (
    <Card
      title={t('title')}
      aside={
        obstacle === undefined && (
          <Button size="sm" isBusy={adding.isPending} onClick={add}>
            {t('add')}
          </Button>
        )
      }
    >
      <p className="mb-3 text-sm text-muted">{t('text')}</p>
      {obstacle !== undefined && (
        <Notice tone="info" className="mb-3">
          {t(`obstacle.${obstacle}`)}
        </Notice>
      )}
      <ProblemNotice error={adding.error} />
      <QueryView query={passkeys}>
        {(rows) =>
          rows.length === 0 ? (
            <p className="border-t pt-3 text-sm text-muted">{t('none')}</p>
          ) : (
            <ul className="divide-y border-t">
              {rows.map((passkey) => (
                <PasskeyRow
                  key={passkey.id}
                  passkey={passkey}
                  isBusy={deleting.isPending && deleting.variables === passkey.id}
                  onRename={() => rename(passkey)}
                  onDelete={() => remove(passkey)}
                />
              ))}
            </ul>
          )
        }
      </QueryView>
      <ProblemNotice error={deleting.error} />
      {renamed && (
        <RenamePasskeyDialog key={renamed.id} passkey={renamed} close={() => setRenamed(undefined)} />
      )}
      {codes.length > 0 && <RecoveryCodesDialog codes={codes} text={t('codes')} close={() => setCodes([])} />}
      {question}
    </Card>
  )
}

function PasskeyRow({
  passkey,
  isBusy,
  onRename,
  onDelete,
}: {
  readonly passkey: Passkey
  readonly isBusy: boolean
  readonly onRename: () => void
  readonly onDelete: () => void
}) {
  const { t } = useTranslation('passkey')
  const { name, rp_id: domain, created_time: created, last_used_time: used } = passkey
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 last:pb-0">
      <div className="min-w-0 grow basis-48">
        <p className="flex flex-wrap items-center gap-2 text-sm font-medium">
          <span className="wrap-anywhere">{name}</span>
          {passkey.is_backed_up && <Badge tone="accent">{t('synced')}</Badge>}
        </p>
        <p className="text-sm text-muted">
          <span title={dateTime(created)}>{t('addedWhen', { when: relativeTime(created) })}</span>
          {' · '}
          <span title={used === 0 ? undefined : dateTime(used)}>
            {used === 0 ? t('neverUsed') : t('lastUse', { when: relativeTime(used) })}
          </span>
        </p>
        {!passkey.works_here && <p className="text-sm text-warn">{t('elsewhere', { domain })}</p>}
      </div>
      <div className="flex gap-2">
        <Button size="sm" aria-label={t('renameNamed', { name })} onClick={onRename}>
          {t('rename')}
        </Button>
        <Button size="sm" aria-label={t('deleteNamed', { name })} isBusy={isBusy} onClick={onDelete}>
          {t('delete')}
        </Button>
      </div>
    </li>
  )
}
