import { errorTexts } from '../error-texts.en.gen.ts'
import type { English } from '../phrases.ts'

export const gifts: English<'gifts'> = {
  checkIn: {
    title: 'Daily check-in',
    fixed: 'Check in once a day and get {{amount}}.',
    random: 'Check in once a day and get between {{least}} and {{most}}.',
    submit: 'Check in',
    done: 'Checked in today',
    next: 'Next check-in from {{time}}',
    success: 'Check-in success: {{amount}} credited',
    failed: 'Check-in failed, try later',
  },
  invite: {
    title: 'Invitations',
    lead: 'When friends sign up with your link, your earnings appear here. You can transfer them to your balance at any time.',
    link: 'Invite link: {{link}} (click to copy)',
    copied: 'Invite link copied',
    pending: 'Pending earnings',
    total: 'Total earnings',
    count: 'People invited',
    transfer: 'Transfer',
  },
  transfer: {
    title: 'Transfer to balance',
    have: 'Pending earnings: {{amount}}',
    amount: 'Amount',
    number: 'Please enter a number',
    tooSmall: errorTexts.transfer_too_small,
    tooLarge: 'Only {{available}} can be transferred',
    submit: 'Transfer to balance',
    success: '{{amount}} transferred to your balance',
  },
}
