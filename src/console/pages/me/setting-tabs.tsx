import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from 'sonner'
import { isProblem } from '../../api/api-problem.ts'
import { useMutateOnce } from '../../api/use-mutate-once.ts'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { FieldRow } from '../../components/ui/field.tsx'
import { Switch } from '../../components/ui/switch.tsx'
import { Tabs } from '../../components/ui/tabs.tsx'
import { useAddress } from '../../state/address.ts'
import { useKeptState, useLeaveWarning } from '../../state/kept-state.ts'
import { typedSince } from '../../state/typed-since.ts'
import { NotificationFields } from './notification-fields.tsx'
import {
  findMistakes,
  readSetting,
  type SettingTab,
  type SettingValues,
  settingTabs,
  toUpdate,
  toValues,
} from './setting-values.ts'
import type { Account } from './use-account.ts'
import { useSaveSetting } from './use-save-setting.ts'

/** The personal settings in three tabs. Input in one tab is kept while another is open. */
export function SettingTabs({ account }: { readonly account: Account }) {
  const { t } = useTranslation('me')
  const address = useAddress()
  const stored = readSetting(account.setting)
  const [edit, setEdit] = useKeptState<Partial<SettingValues>>('own-settings', {})
  const values = { ...toValues(stored), ...edit }
  useLeaveWarning(Object.keys(edit).length > 0)
  const given = address.get('tab')
  const tab = settingTabs.find((each) => each === given) ?? 'notification'
  const change = (next: Partial<SettingValues>) => setEdit((before) => ({ ...before, ...next }))
  const form = (name: SettingTab, fields: (form: SettingFormState) => ReactNode) => (
    <SettingForm
      tab={name}
      values={values}
      update={toUpdate(name, values, stored)}
      onSaved={() => setEdit((now) => ({ ...withoutTab(name, now), ...typedSince(now, edit) }))}
    >
      {fields}
    </SettingForm>
  )
  return (
    <Card title={t('settings.title')}>
      <Tabs
        label={t('settings.tabs')}
        value={tab}
        onChange={(next) => address.set({ tab: next })}
        tabs={[
          {
            name: 'notification',
            label: t('tab.notification'),
            content: form('notification', (state) => (
              <NotificationFields
                {...state}
                values={values}
                onChange={change}
                fingerprint={stored.webhook_secret_fingerprint}
                email={account.email}
              />
            )),
          },
          {
            name: 'price',
            label: t('tab.price'),
            content: form('price', () => (
              <FieldRow
                label={t('unpriced.title')}
                hint={t('unpriced.hint')}
                control={
                  <Switch
                    isOn={values.acceptsUnpriced}
                    onChange={(acceptsUnpriced) => change({ acceptsUnpriced })}
                  />
                }
              />
            )),
          },
          {
            name: 'other',
            label: t('tab.other'),
            content: form('other', () => (
              <FieldRow
                label={t('ip.title')}
                hint={t('ip.hint')}
                control={<Switch isOn={values.showsIp} onChange={(showsIp) => change({ showsIp })} />}
              />
            )),
          },
        ]}
      />
    </Card>
  )
}

const fieldsOf: Readonly<Record<SettingTab, readonly (keyof SettingValues)[]>> = {
  notification: ['notifyType', 'threshold', 'webhookUrl', 'webhookSecret', 'notificationEmail'],
  price: ['acceptsUnpriced'],
  other: ['showsIp'],
}

const withoutTab = (tab: SettingTab, edit: Partial<SettingValues>): Partial<SettingValues> =>
  Object.fromEntries(Object.entries(edit).filter(([name]) => !fieldsOf[tab].some((each) => each === name)))

export interface SettingFormState {
  readonly hasTried: boolean
  /** Returns the daemon's message about a field. */
  readonly refusalOf: (field: string) => string | undefined
}

function SettingForm({
  tab,
  values,
  update,
  onSaved,
  children,
}: {
  readonly tab: SettingTab
  readonly values: SettingValues
  /** The changed settings; undefined = none. */
  readonly update: ReturnType<typeof toUpdate>
  readonly onSaved: () => void
  readonly children: (state: SettingFormState) => ReactNode
}) {
  const { t } = useTranslation('common')
  const saving = useSaveSetting()
  const saveOnce = useMutateOnce(saving)
  const [hasTried, setTried] = useState(false)
  const refused = isProblem(saving.error) ? saving.error : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (tab === 'notification' && findMistakes(values).size > 0) return
    if (update === undefined) {
      toast.info(t('form.unchanged'))
      return
    }
    saveOnce(update, { onSuccess: onSaved })
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      {children({
        hasTried,
        refusalOf: (field) => (refused?.field === field ? refused.message : undefined),
      })}
      {refused?.field === undefined && <ProblemNotice error={saving.error} />}
      <div className="flex justify-end">
        <Button type="submit" kind="primary" isBusy={saving.isPending}>
          {t('action.save')}
        </Button>
      </div>
    </form>
  )
}
