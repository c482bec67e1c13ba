import type { Knex } from 'knex'
import { emailKey } from '../../accounts/email-address.ts'
import { noteMailbox } from '../../accounts/gift-mailboxes.ts'
import type { Identity } from '../../accounts/identity.ts'
import { ROLE } from '../../http/actor.ts'
import { openWallets } from '../../ledger/budgets.ts'
import { type CreditKind, credit, type WalletKind, walletKinds } from '../../ledger/credit.ts'
import type { LogEvent } from '../../ledger/log-event.ts'
import { entryKinds } from '../../ledger/operations.ts'
import { type Amount, fromQuota } from '../../money/amount.ts'
import type { Options } from '../../options/registry.ts'
import { recordChange } from '../audit-events/record-change.ts'
import type { Author } from '../author.ts'
import { usersRepository } from './users.repository.ts'

export interface NewAccount {
  readonly username: string
  readonly displayName: string
  /** Absent = the user signs in only through a provider. */
  readonly passwordHash?: string
  /** The account's identity at a provider. */
  readonly identity?: Pick<Identity, 'provider' | 'id'>
  /** Verified address of the account. */
  readonly email?: string | undefined
  /** Verified address of the user, even if the account does not get it because another one already has it. */
  readonly mailbox?: string | undefined
  readonly inviter?: { readonly id: number; readonly username: string } | undefined
}

/** The request that creates the account; `author` is absent if it is the new user's. */
export type Opener = Pick<Author, 'ip' | 'requestId' | 'atMs'> & { readonly author?: Author }

/**
 * Creates an account with role 1, both wallets, the balance for new users and the invitation rewards. Each gift is
 * booked with a row in its recipient's log. Further accounts of the same mailbox bring no gifts to anybody.
 *
 * @throws a unique violation if the name, the address or the identity is taken
 */
export async function openAccount(
  trx: Knex.Transaction,
  given: NewAccount,
  { author, ...occasion }: Opener,
  options: Options,
): Promise<number> {
  const { username, displayName, passwordHash, identity, email, mailbox = email, inviter } = given
  const id = await usersRepository(trx).insert({
    username,
    displayName,
    passwordHash,
    identity,
    role: ROLE.user,
    createdTime: Math.floor(occasion.atMs / 1000),
    inviterId: inviter?.id ?? 0,
    ...(email === undefined ? {} : { email, emailKey: emailKey(email) }),
  })
  await openWallets(trx, id)
  const isFirst = mailbox === undefined || (await noteMailbox(trx, mailbox, id))

  const give = async (gift: Gift): Promise<void> => {
    if (gift.units === 0 || !isFirst) return
    await credit(trx, {
      userId: gift.to.id,
      walletKind: gift.wallet,
      kind: gift.kind,
      ref: `signup:${id}`,
      delta: fromQuota(gift.units),
      atMs: occasion.atMs,
      ...(author === undefined ? {} : { actorId: author.id }),
      log: {
        type: 4,
        username: gift.to.username,
        event: gift.event,
        // The inviter must not learn the new user's IP address.
        ...(gift.to.id === id ? { ip: occasion.ip } : {}),
        requestId: occasion.requestId,
      },
    })
  }
  const self = { id, username }
  await give({
    to: self,
    wallet: walletKinds.quota,
    kind: entryKinds.signup,
    units: options.QuotaForNewUser,
    event: { kind: 'welcome-gift', quota: options.QuotaForNewUser },
  })
  if (inviter !== undefined) {
    await give({
      to: self,
      wallet: walletKinds.quota,
      kind: entryKinds.invitee,
      units: options.QuotaForInvitee,
      event: { kind: 'invitee-gift', quota: options.QuotaForInvitee },
    })
    const earned = isFirst ? options.QuotaForInviter : 0
    await give({
      to: inviter,
      wallet: walletKinds.affiliate,
      kind: entryKinds.inviter,
      units: earned,
      event: { kind: 'inviter-gift', quota: earned, guest: username },
    })
    await usersRepository(trx).countInvitee(inviter.id, earned === 0 ? (0n as Amount) : fromQuota(earned))
  }

  await recordChange(trx, author ?? { id, username, role: ROLE.user, ...occasion }, {
    action: author === undefined ? 'user.register' : 'user.create',
    targetKind: 'user',
    targetId: id,
    after: {
      username,
      displayName,
      role: ROLE.user,
      ...(identity ? { provider: identity.provider } : {}),
      ...(isFirst ? {} : { gifts: 'none: the mailbox has had an account before' }),
    },
  })
  return id
}

interface Gift {
  readonly to: { readonly id: number; readonly username: string }
  readonly wallet: WalletKind
  readonly kind: CreditKind
  /** Quota units; 0 = nothing is booked. */
  readonly units: number
  readonly event: LogEvent
}
