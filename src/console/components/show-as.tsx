import { useTranslation } from 'react-i18next'
import { CodeBlock } from './ui/code-block.tsx'

/** The contents of a form in other notations. */
export interface ShownAs {
  /** A line for the terminal. */
  readonly command: string
  /** The call to the API. */
  readonly call: string
  /** An entry of a manifest; absent if manifests have no such object. */
  readonly manifest?: string
}

/** Shows the contents of a form three ways: for the terminal, for a script, for a repository. */
export function ShowAs({ command, call, manifest }: ShownAs) {
  const { t } = useTranslation()
  const parts = [
    ['command', command],
    ['call', call],
    ['manifest', manifest],
  ] as const
  return (
    <div className="flex flex-col gap-4">
      {parts.map(
        ([name, code]) =>
          code !== undefined && (
            <section key={name}>
              <h3 className="mb-1.5 text-sm font-medium">{t(`showAs.${name}`)}</h3>
              <CodeBlock code={code} label={t(`showAs.${name}`)} />
            </section>
          ),
      )}
    </div>
  )
}

/** Quotes a text for a shell where needed. */
export const shellWord = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`

/** Writes a call of the management API as a curl command. Credentials come from the environment. */
export const managementCall = (method: string, address: string, path: string, body?: unknown): string =>
  [
    `curl -X ${method} ${address}${path} \\`,
    `  -H "Authorization: Bearer $TOLLGATE_TOKEN"${body === undefined ? '' : ' \\'}`,
    ...(body === undefined
      ? []
      : [
          '  -H "Content-Type: application/json" \\',
          `  -d '${JSON.stringify(body, null, 2).replaceAll("'", "'\\''")}'`,
        ]),
  ].join('\n')

/** Writes an amount as commands and manifests accept it: `5usd` if that is exact, else quota units. */
export const amountWord = (quota: number, quotaPerUnit: number): string => {
  const dollars = quota / quotaPerUnit
  return Number.isInteger(dollars * 100) ? `${dollars}usd` : String(quota)
}

/** Writes a text so that YAML reads it back as a string. JSON's quoting is valid YAML. */
export const yamlText = (text: string): string =>
  /^[A-Za-z][\w./-]*$/.test(text) && !/^(true|false|null|yes|no|on|off)$/i.test(text)
    ? text
    : JSON.stringify(text)
