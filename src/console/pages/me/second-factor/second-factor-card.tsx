import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMutateOnce } from '../../../api/use-mutate-once.ts'
import { useSecondFactor } from '../../../api/use-second-factor.ts'
import { QueryView } from '../../../components/query-view.tsx'
import { Badge } from '../../../components/ui/badge.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { Card } from '../../../components/ui/card.tsx'
import { useConfirm } from '../../../components/ui/confirm.tsx'
import { factorDemand } from '../../../state/factor-demand.ts'
import { SecurityRow } from '../security-row.tsx'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'
import { TotpDialog } from './totp-dialog.tsx'
import { useBeginTotp, useNewRecoveryCodes, useRemoveTotp } from './use-totp.ts'

/** The second factors of the account, and its recovery codes. */
export function SecondFactorCard() {
  const { t } = useTranslation('secondFactor')
  const state = useSecondFactor()
  const [codes, setCodes] = useState<readonly string[]>()
  const isOn = (state.data?.methods.length ?? 0) > 0
  return (
    <Card
      title={t('title')}
      aside={state.data && <Badge tone={isOn ? 'ok' : 'neutral'}>{t(isOn ? 'on' : 'off')}</Badge>}
    >
      <QueryView query={state}>
        {({ methods, recovery_codes: left }) => (
          <div className="divide-y border-t">
            <AuthenticatorApp isSetUp={methods.includes('totp')} onCodes={setCodes} />
            {methods.length > 0 && <RecoveryCodes left={left} onCodes={setCodes} />}
          </div>
        )}
      </QueryView>
      {codes !== undefined && (
        <RecoveryCodesDialog
          codes={codes}
          text={t('codes.text')}
          close={() => {
            setCodes(undefined)
            factorDemand.end()
          }}
        />
      )}
    </Card>
  )
}

function AuthenticatorApp({
  isSetUp,
  onCodes,
}: {
  readonly isSetUp: boolean
  readonly onCodes: (codes: readonly string[]) => void
}) {
  const { t } = useTranslation('secondFactor')
  const beginning = useBeginTotp()
  const beginOnce = useMutateOnce(beginning)
  const removing = useRemoveTotp()
  const removeOnce = useMutateOnce(removing)
  const [ask, question] = useConfirm()
  const remove = async () => {
    const isYes = await ask({
      title: t('app.removeTitle'),
      text: t('app.removeText'),
      action: t('app.remove'),
      isDanger: true,
    })
    if (isYes) removeOnce()
  }
  return (
    <SecurityRow
      title={t('app.title')}
      text={t(isSetUp ? 'app.isSetUp' : 'app.text')}
      action={
        <div className="flex flex-wrap gap-2">
          <Button size="sm" isBusy={beginning.isPending} onClick={() => beginOnce()}>
            {t(isSetUp ? 'app.replace' : 'app.setUp')}
          </Button>
          {isSetUp && (
            <Button kind="danger" size="sm" isBusy={removing.isPending} onClick={remove}>
              {t('app.remove')}
            </Button>
          )}
        </div>
      }
    >
      {beginning.data && (
        <TotpDialog
          totp={beginning.data}
          close={beginning.reset}
          onConfirmed={(codes) => {
            beginning.reset()
            onCodes(codes)
          }}
        />
      )}
      {question}
    </SecurityRow>
  )
}

function RecoveryCodes({
  left,
  onCodes,
}: {
  readonly left: number
  readonly onCodes: (codes: readonly string[]) => void
}) {
  const { t } = useTranslation('secondFactor')
  const making = useNewRecoveryCodes()
  const makeOnce = useMutateOnce(making)
  const [ask, question] = useConfirm()
  const make = async () => {
    const isYes = await ask({ title: t('codes.newTitle'), text: t('codes.newText'), action: t('codes.new') })
    if (isYes) makeOnce(undefined, { onSuccess: onCodes })
  }
  return (
    <SecurityRow
      title={t('codes.name')}
      text={t('codes.left', { count: left })}
      action={
        <Button size="sm" isBusy={making.isPending} onClick={make}>
          {t('codes.new')}
        </Button>
      }
    >
      {question}
    </SecurityRow>
  )
}
