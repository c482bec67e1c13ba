import type { Phrase, PhraseKey } from '../phrases/phrases.ts'

/** A refusal in the terminal's own wording. */
interface OwnWords {
  readonly message: PhraseKey
  readonly hint: PhraseKey
}

/**
 * Refusals whose texts are written for web forms: they ask users to fill in a field or reload a page, or name roles by
 * number. The terminal says the same and names the flag to use.
 */
const wordsByCode: Readonly<Record<string, OwnWords>> = {
  channel_key_for_new_host: { message: 'own.keyForNewHost', hint: 'own.giveKey' },
  channel_key_for_new_proxy: { message: 'own.keyForNewProxy', hint: 'own.giveKey' },
  channel_proxy_hidden: { message: 'own.proxyHidden', hint: 'own.giveProxy' },
  revision_moved: { message: 'own.revisionMoved', hint: 'own.runAgain' },
  session_required: { message: 'own.sessionRequired', hint: 'own.useConsole' },
  proof_required: { message: 'own.proofRequired', hint: 'own.useConsole' },
  proof_impossible: { message: 'own.proofRequired', hint: 'own.useConsole' },
  not_signed_in: { message: 'own.notSignedIn', hint: 'hint.login' },
  user_header_mismatch: { message: 'own.notSignedIn', hint: 'hint.login' },
  tag_required: { message: 'own.tagMissing', hint: 'own.giveTag' },
  check_in_disabled: { message: 'own.checkInOff', hint: 'own.checkInIfDue' },
  redemption_name_required: { message: 'own.nameMissing', hint: 'own.giveName' },
  redeem_code_required: { message: 'own.codeMissing', hint: 'own.giveCode' },
}

/** Refusals whose text names a role by its number, which means nothing to people. */
const ofRoles: ReadonlySet<string> = new Set(['insufficient_role', 'option_role'])

/** Returns the terminal's wording for a refusal; undefined = the server's text is fine. */
export function ownWords(
  code: string,
  said: string,
  phrase: Phrase,
): { readonly message: string; readonly hint: string } | undefined {
  if (ofRoles.has(code)) {
    const message = /\b100\b/.test(said) ? phrase('own.forRoot') : phrase('own.forAdministrators')
    return { message, hint: phrase('own.role') }
  }
  const words = Object.hasOwn(wordsByCode, code) ? wordsByCode[code] : undefined
  return words && { message: phrase(words.message), hint: phrase(words.hint) }
}
