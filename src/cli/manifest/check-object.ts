import { isSecretOption } from '../client/curl.ts'
import { type Declared, placeOf } from './manifest.ts'
import { instantOf } from './moments.ts'
import type { Problems } from './problems.ts'

/** Checks whether the fields of one object are consistent, as far as that is possible without a server. */
export function checkObject(declared: Declared, path: string, problems: Problems): void {
  const at = (field: string) => ({ place: placeOf(declared, field), path: `${path}.${field}` })
  const { values, secrets, kind } = declared
  switch (kind) {
    case 'groups':
      if (values.usable === false && typeof values.description === 'string')
        problems.add('descriptionOfUnusable', at('description'))
      return
    case 'channels':
      for (const field of ['models', 'groups'])
        if (Array.isArray(values[field]) && values[field].length === 0) problems.add('emptyList', at(field))
      if (typeof values.setting === 'string' && /"proxy":/.test(values.setting))
        problems.add('proxyInSetting', at('setting'))
      warnOfTestModel(declared, path, problems)
      return
    case 'codes':
      if (secrets.key !== undefined && (values.count ?? 1) !== 1) problems.add('ownKeySingle', at('key'))
      if (values.maxUses !== undefined && values.maxUses !== -1 && values.gift !== true)
        problems.add('usesWithoutGift', at('maxUses'))
      // The server interprets 0 as unlimited, the opposite of what it seems to mean.
      if (values.maxUses === 0) problems.add('usesZero', at('maxUses'))
      checkPeriod(declared, path, problems)
      return
    case 'options':
      if (typeof values.value === 'string' && values.value !== '' && isSecretOption(declared.name))
        problems.add('plainSecret', { ...at('value'), path, hint: problems.tell('secretForms') })
      return
    default:
      return
  }
}

function checkPeriod(declared: Declared, path: string, problems: Problems): void {
  const { validFrom, validUntil } = declared.values
  const [from, until] = [validFrom, validUntil].map((each) =>
    typeof each === 'string' ? instantOf(each) : undefined,
  )
  if (from !== undefined && until !== undefined && from >= until)
    problems.add('period', { place: placeOf(declared, 'validUntil'), path: `${path}.validUntil` })
}

function warnOfTestModel(declared: Declared, path: string, problems: Problems): void {
  const { testModel, models } = declared.values
  if (typeof testModel !== 'string' || testModel === '' || !Array.isArray(models)) return
  if (models.length > 0 && !models.includes(testModel))
    problems.warn('testModelUnknown', { place: placeOf(declared, 'testModel'), path: `${path}.testModel` })
}
