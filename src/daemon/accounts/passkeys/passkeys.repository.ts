import type { Knex } from 'knex'

interface PasskeyRow {
  id: number
  user_id: number
  credential_id: string
  public_key: string
  counter: number
  transports: string
  rp_id: string
  name: string
  backed_up: number
  created_ms: number
  last_used_ms: number
}

/** A stored passkey: the public data that verifies the private key on its owner's device. */
export interface Passkey {
  readonly id: number
  readonly userId: number
  /** base64url. */
  readonly credentialId: string
  /** COSE key in base64url. */
  readonly publicKey: string
  readonly counter: number
  readonly transports: readonly string[]
  readonly rpId: string
  readonly name: string
  readonly isBackedUp: boolean
  readonly createdMs: number
  /** 0 = never. */
  readonly lastUsedMs: number
}

const toPasskey = (row: PasskeyRow): Passkey => ({
  id: row.id,
  userId: row.user_id,
  credentialId: row.credential_id,
  publicKey: row.public_key,
  counter: row.counter,
  transports: row.transports === '' ? [] : row.transports.split(','),
  rpId: row.rp_id,
  name: row.name,
  isBackedUp: row.backed_up === 1,
  createdMs: row.created_ms,
  lastUsedMs: row.last_used_ms,
})

/** Manages the rows of `passkeys`. Bind to a transaction to take part in it. */
export const passkeysRepository = (db: Knex) => {
  const own = (userId: number) => db<PasskeyRow>('passkeys').where({ user_id: userId })

  return {
    /** Returns one page of an account's passkeys, newest first. */
    async list(
      userId: number,
      { size, offset }: { readonly size: number; readonly offset: number },
    ): Promise<{ passkeys: Passkey[]; total: number }> {
      const rows = await own(userId).orderBy('id', 'desc').limit(size).offset(offset)
      return { passkeys: rows.map(toPasskey), total: await this.count(userId) }
    },

    async count(userId: number): Promise<number> {
      const [row] = await own(userId).count<{ n: number | string }[]>({ n: '*' })
      return Number(row?.n ?? 0)
    },

    /** Returns the passkeys of an account that work at a domain. */
    async ofDomain(userId: number, rpId: string): Promise<Passkey[]> {
      return (await own(userId).where({ rp_id: rpId }).orderBy('id')).map(toPasskey)
    },

    async find(userId: number, id: number): Promise<Passkey | undefined> {
      const row = await own(userId).where({ id }).first()
      return row && toPasskey(row)
    },

    /** Searches all accounts, because browsers identify passkeys only by their credential. */
    async findByCredential(credentialId: string, rpId: string): Promise<Passkey | undefined> {
      const row = await db<PasskeyRow>('passkeys').where({ credential_id: credentialId, rp_id: rpId }).first()
      return row && toPasskey(row)
    },

    /** @throws a unique violation if the credential is already registered, by any account */
    async insert(passkey: Omit<Passkey, 'id' | 'lastUsedMs'>): Promise<number> {
      const [row] = await db<PasskeyRow>('passkeys')
        .insert({
          user_id: passkey.userId,
          credential_id: passkey.credentialId,
          public_key: passkey.publicKey,
          counter: passkey.counter,
          transports: passkey.transports.join(','),
          rp_id: passkey.rpId,
          name: passkey.name,
          backed_up: passkey.isBackedUp ? 1 : 0,
          created_ms: passkey.createdMs,
        })
        .returning('id')
      if (!row) throw new Error('The new passkey has no id.')
      return row.id
    },

    /**
     * Records a use. If a passkey that counts its uses has been copied, the copy is detected by a number that is not
     * new.
     *
     * @returns false if the number did not increase or the passkey no longer exists
     */
    async noteUse(
      id: number,
      { counter, isBackedUp }: { readonly counter: number; readonly isBackedUp: boolean },
      nowMs: number,
    ): Promise<boolean> {
      const changed = await db<PasskeyRow>('passkeys')
        .where({ id })
        // 0 = the authenticator does not count and never has.
        .where('counter', counter === 0 ? '=' : '<', counter)
        .update({ counter, backed_up: isBackedUp ? 1 : 0, last_used_ms: nowMs })
      return changed === 1
    },

    async rename(userId: number, id: number, name: string): Promise<void> {
      await own(userId).where({ id }).update({ name })
    },

    /** @returns the number of removed passkeys */
    async remove(userId: number, id: number): Promise<number> {
      return own(userId).where({ id }).del()
    },

    async removeAll(userId: number): Promise<void> {
      await own(userId).del()
    },
  }
}
