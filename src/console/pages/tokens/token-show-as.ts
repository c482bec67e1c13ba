import { amountWord, managementCall, type ShownAs, shellWord, yamlText } from '../../components/show-as.tsx'
import { type Money, toDateText } from '../../format.ts'
import { readExpiry, readFallbacks, type TokenValues, toCreateBody } from './token-values.ts'

const addressesOf = (values: TokenValues) => values.addresses.split(/[\s,]+/).filter((each) => each !== '')

const fallbacksOf = (values: TokenValues) => Object.entries(readFallbacks(values.fallbacks) ?? {})
const fallbackWord = ([model, others]: readonly [string, readonly string[]]) => `${model}=${others.join(',')}`

/** Writes the form's values as a command, an API call and a manifest entry. */
export function tokenShownAs(
  values: TokenValues,
  id: number | undefined,
  address: string,
  money: Money,
): ShownAs {
  const body = toCreateBody(values)
  return {
    command: tokenCommand(values, id, money),
    call:
      id === undefined
        ? managementCall('POST', address, '/api/token/', body)
        : managementCall('PUT', address, '/api/token/', { id, ...body }),
    manifest: tokenManifest(values, money),
  }
}

const amount = (values: TokenValues, money: Money): string => amountWord(values.quota, money.quotaPerUnit)

const budget = (values: TokenValues, money: Money): string =>
  `${amountWord(values.budgetQuota, money.quotaPerUnit)}/${values.budgetPeriod}`

function tokenCommand(values: TokenValues, id: number | undefined, money: Money): string {
  const name = values.name.trim() || 'NAME'
  const expiry = readExpiry(values.expiry)
  const words = [
    id === undefined ? 'tollgate token create' : 'tollgate token ensure',
    `--name ${shellWord(name)}`,
    ...(values.count > 1 ? [`--count ${values.count}`] : []),
    values.isUnlimited ? '--unlimited' : `--quota ${amount(values, money)}`,
    ...(expiry === undefined || expiry === -1
      ? id === undefined
        ? []
        : ['--expires never']
      : [`--expires ${shellWord(toDateText(expiry))}`]),
    ...(values.hasModelLimits
      ? [`--models ${shellWord(values.models.join(','))}`]
      : id === undefined
        ? []
        : ['--models any']),
    ...(fallbacksOf(values).length > 0
      ? [`--fallbacks ${shellWord(fallbacksOf(values).map(fallbackWord).join(' '))}`]
      : []),
    ...(addressesOf(values).length > 0 ? [`--allow-ips ${shellWord(addressesOf(values).join(','))}`] : []),
    ...(values.group === '' ? [] : [`--group ${shellWord(values.group)}`]),
    ...(values.hasRateLimit ? [`--rate-limit ${values.rateCount}/${values.ratePeriod}s`] : []),
    ...(values.tokensPerMinute > 0 ? [`--tokens-per-minute ${values.tokensPerMinute}`] : []),
    ...(values.budgetPeriod === 'none' ? [] : [`--budget ${budget(values, money)}`]),
  ]
  return words.join(' \\\n  ')
}

const yamlList = (texts: readonly string[]): string => `[${texts.map(yamlText).join(', ')}]`

function tokenManifest(values: TokenValues, money: Money): string {
  const expiry = readExpiry(values.expiry)
  return [
    'tokens:',
    `  ${yamlText(values.name.trim() || 'NAME')}:`,
    `    quota: ${values.isUnlimited ? 'unlimited' : amount(values, money)}`,
    ...(expiry === undefined || expiry === -1
      ? []
      : [`    expires: ${new Date(expiry * 1000).toISOString()}`]),
    ...(values.hasModelLimits ? [`    models: ${yamlList(values.models)}`] : []),
    ...(fallbacksOf(values).length > 0
      ? [
          '    fallbacks:',
          ...fallbacksOf(values).map(([model, others]) => `      ${yamlText(model)}: ${yamlList(others)}`),
        ]
      : []),
    ...(addressesOf(values).length > 0 ? [`    allowIps: ${yamlList(addressesOf(values))}`] : []),
    ...(values.group === '' ? [] : [`    group: ${yamlText(values.group)}`]),
    ...(values.hasRateLimit
      ? [
          `    rateLimit: ${values.rateCount}/${values.ratePeriod}s`,
          `    successLimit: ${values.rateSuccess}`,
        ]
      : []),
    ...(values.tokensPerMinute > 0 ? [`    tokensPerMinute: ${values.tokensPerMinute}`] : []),
    ...(values.budgetPeriod === 'none' ? [] : [`    budget: ${budget(values, money)}`]),
  ].join('\n')
}
