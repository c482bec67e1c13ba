import { errorTexts } from '../error-texts.en.gen.ts'
import type { English } from '../phrases.ts'

export const passkey: English<'passkey'> = {
  title: 'Passkeys',
  text: 'Sign in with your fingerprint, face, PIN or security key. Unlike a password, a passkey cannot be stolen by a fake site.',
  add: 'Add a passkey',
  added: 'Passkey “{{name}}” added',
  none: 'You have no passkeys yet.',
  synced: 'Synced',
  addedWhen: 'Added {{when}}',
  lastUse: 'Last used {{when}}',
  neverUsed: 'Never used',
  elsewhere: 'Works at {{domain}} only, not here.',
  name: 'Name',
  nameRequired: 'Please enter a name',
  rename: 'Rename',
  renameTitle: 'Rename passkey',
  renameNamed: 'Rename {{name}}',
  renamed: 'Passkey renamed',
  delete: 'Delete',
  deleteNamed: 'Delete {{name}}',
  deleteTitle: 'Delete the passkey “{{name}}”?',
  deleteText: 'You can no longer sign in with it. Your device may still show it; delete it there as well.',
  deleted: 'Passkey deleted',
  use: 'Use a passkey',
  signIn: 'Sign in with a passkey',
  signedIn: 'Login successful',
  codes:
    'From now on, signing in with a password also asks for your passkey. If you lose it, one of these codes lets you in; each works once. They are shown only now, so keep them in a safe place.',
  obstacle: {
    browser:
      'This browser cannot use passkeys here: it does not support them, or this site was not opened with https.',
    address: errorTexts.passkey_needs_domain,
  },
  problem: {
    exists: 'This device already has a passkey for your account.',
    browser: 'The browser could not use a passkey ({{name}}). Try again or use another browser.',
  },
}
