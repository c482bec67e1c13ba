import { useTranslation } from 'react-i18next'
import { useMutateOnce } from '../../api/use-mutate-once.ts'
import { Button } from '../../components/ui/button.tsx'
import { useConfirm } from '../../components/ui/confirm.tsx'
import { useCopy } from '../../components/ui/copy.tsx'
import { TextInput } from '../../components/ui/field.tsx'
import { SecurityRow } from './security-row.tsx'
import { useSystemToken } from './use-system-token.ts'

/** Replaces the access token of the management API. The new one is shown only once and copied with a click. */
export function SystemToken() {
  const { t } = useTranslation('me')
  const making = useSystemToken()
  const makeOnce = useMutateOnce(making)
  const [ask, question] = useConfirm()
  const { copy, dialog } = useCopy()
  const make = async () => {
    const isYes = await ask({
      title: t('token.confirmTitle'),
      text: t('token.confirmText'),
      action: t('token.confirm'),
    })
    if (isYes) makeOnce()
  }
  const token = making.data
  return (
    <SecurityRow
      title={t('token.title')}
      text={t('token.text')}
      action={
        <Button size="sm" isBusy={making.isPending} onClick={make}>
          {t('token.action')}
        </Button>
      }
    >
      {token !== undefined && (
        <div className="w-full">
          <TextInput
            readOnly
            isMono
            aria-label={t('token.made')}
            title={t('token.copy')}
            value={token}
            onFocus={(event) => event.target.select()}
            onClick={() => copy(token, t('token.copied'))}
          />
          <p className="mt-1 text-xs text-muted">{t('token.once')}</p>
        </div>
      )}
      {question}
      {dialog}
    </SecurityRow>
  )
}
