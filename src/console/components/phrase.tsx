import { Fragment, type ReactNode } from 'react'

/** Placeholder for an element in a phrase; no phrase contains this character itself. */
export const ELEMENT = '\uFFFC'

/**
 * A phrase with an element inside: `<Phrase text={t('lead', { address: ELEMENT })}><code/></Phrase>`. The phrase stays
 * in one piece in its catalogue, and no markup has to be parsed in the browser.
 */
export function Phrase({ text, children }: { readonly text: string; readonly children: ReactNode }) {
  const parts = text.split(ELEMENT)
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a phrase have their order only.
    <Fragment key={index}>
      {part}
      {index < parts.length - 1 && children}
    </Fragment>
  ))
}
