import { useTranslation } from 'react-i18next'
import { Button } from '../../components/ui/button.tsx'
import { Field, PasswordInput, TextInput } from '../../components/ui/field.tsx'
import { MoneyInput } from '../../components/ui/number-input.tsx'
import { Select } from '../../components/ui/select.tsx'
import { useGroups } from './use-groups.ts'
import type { UserMistakes, UserValues } from './user-values.ts'

interface UserFormProps {
  readonly values: UserValues
  readonly onChange: (change: Partial<UserValues>) => void
  readonly mistakes: UserMistakes
  /** What the daemon said about a field: `display_name` and so on. */
  readonly refused: { readonly field: string | undefined; readonly message: string } | undefined
  readonly isNew: boolean
  readonly onAddQuota: () => void
}

/** The fields of an account; whoever uses it saves. Group and balance are for accounts that exist. */
export function UserForm({ values, onChange, mistakes, refused, isNew, onAddQuota }: UserFormProps) {
  const { t } = useTranslation('users')
  const errorOf = (name: keyof UserValues, field: string): string | undefined => {
    const mistake = mistakes[name]
    if (mistake) return t(`mistake.${mistake}`)
    return refused?.field === field ? refused.message : undefined
  }
  return (
    <div className="flex flex-col gap-5">
      <Field
        label={t('field.username')}
        hint={t('field.usernameHint')}
        error={errorOf('username', 'username')}
        isRequired
      >
        <TextInput
          data-autofocus
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={values.username}
          onChange={(event) => onChange({ username: event.target.value })}
        />
      </Field>
      <Field
        label={t('field.password')}
        hint={t(isNew ? 'field.passwordHint' : 'field.passwordKept')}
        error={errorOf('password', 'password')}
        isRequired={isNew}
      >
        <PasswordInput
          autoComplete="new-password"
          value={values.password}
          onChange={(event) => onChange({ password: event.target.value })}
        />
      </Field>
      <Field
        label={t('field.displayName')}
        hint={isNew ? t('field.displayNameHint') : undefined}
        error={errorOf('displayName', 'display_name')}
      >
        <TextInput
          autoComplete="off"
          maxLength={20}
          value={values.displayName}
          onChange={(event) => onChange({ displayName: event.target.value })}
        />
      </Field>
      {!isNew && (
        <>
          <Group value={values.group} onChange={onChange} error={errorOf('group', 'group')} />
          <div className="flex flex-col gap-2">
            <Field label={t('field.quota')} hint={t('field.quotaHint')} error={errorOf('quota', 'quota')}>
              <MoneyInput quota={values.quota} onChange={(quota) => onChange({ quota })} />
            </Field>
            <Button size="sm" className="self-start" onClick={onAddQuota}>
              {t('quota.add')}
            </Button>
          </div>
        </>
      )}
    </div>
  )
}

function Group({
  value,
  onChange,
  error,
}: {
  readonly value: string
  readonly onChange: UserFormProps['onChange']
  readonly error: string | undefined
}) {
  const { t } = useTranslation('users')
  const groups = useGroups().data ?? []
  // A group that was taken away since is still shown, so that it can be changed for another.
  const known = groups.includes(value) ? groups : [value, ...groups]
  return (
    <Field label={t('field.group')} hint={t('field.groupHint')} error={error}>
      <Select
        value={value}
        options={known.map((name) => ({ value: name, label: name }))}
        onChange={(group) => onChange({ group })}
      />
    </Field>
  )
}
