import type { English } from '../phrases.ts'

export const terminal: English<'terminal'> = {
  title: 'Sign in to the terminal',
  question: 'Allow this terminal to sign in as {{username}}?',
  warning:
    'It can then do everything that you can. Allow it only if you have just run tollgate login on this machine.',
  warningElsewhere:
    'It can then do everything that you can. Allow it only if you have just run tollgate login yourself, and give the code to nobody.',
  allow: 'Allow',
  refuse: 'Do not allow',
  refused: 'The terminal was not allowed to sign in. You can close this page.',
  returning: 'Returning to the terminal…',
  paste: 'Paste this code into the terminal:',
  code: 'Code for the terminal',
  short: 'It works once, within two minutes.',
  incomplete: 'This address is incomplete. Run tollgate login --browser again.',
}
