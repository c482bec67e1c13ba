/**
 * A function for the batch of one charge, the usual one when the site is not busy. It does the same as
 * `tollgate_settle_3` for such a batch, but takes plain values instead of arrays of one, which takes the server a tenth
 * less time.
 *
 * @param {import('knex').Knex} knex
 */
export async function up(knex) {
  if (knex.client.config.client !== 'pg') return
  await knex.raw(`CREATE FUNCTION tollgate_settle_one_1(
    charge_ref TEXT, lent_id TEXT, wallet_user BIGINT, budget_token BIGINT, used_channel BIGINT, cost BIGINT,
    booked_ms BIGINT, charge_note TEXT,
    stat_model TEXT, stat_hour BIGINT, stat_tokens BIGINT,
    has_row BIGINT, log_username TEXT, log_token BIGINT, log_token_name TEXT, log_channel BIGINT, log_group TEXT,
    log_model TEXT, log_prompt BIGINT, log_completion BIGINT, log_stream BIGINT, log_use_time BIGINT, log_ip TEXT,
    log_source TEXT, log_content TEXT, log_other TEXT, log_explanation TEXT, log_quote BIGINT
  ) RETURNS BIGINT[] LANGUAGE plpgsql AS $$
  DECLARE
    balance_before BIGINT;
    free BIGINT;
    last_number BIGINT;
    left_over BIGINT;
  BEGIN
    SELECT balance, balance - held, last_wseq INTO balance_before, free, last_number
      FROM wallets WHERE kind + 0 = 1 AND user_id = wallet_user FOR UPDATE;
    -- What needs judgement is not booked here: NULL says so, and nothing was changed.
    IF NOT FOUND
      OR EXISTS (SELECT FROM entries WHERE ref = charge_ref AND kind + 0 IN (1, 2, 3, 13))
      OR EXISTS (SELECT FROM holds WHERE id = charge_ref)
      OR NOT EXISTS (SELECT FROM holds AS h
        LEFT JOIN token_budgets AS b ON b.token_id = h.token_id
        WHERE h.id = lent_id AND h.is_allowance + 0 = 1 AND h.user_id = wallet_user
          AND h.token_id IS NOT DISTINCT FROM budget_token AND h.period_seq IS NULL
          AND free - cost >= 4 * h.amount
          AND (h.token_id IS NULL OR b.period = 0
            AND (b.unlimited = 1 OR b.remain - b.held - cost >= 4 * h.amount)))
    THEN
      RETURN NULL;
    END IF;

    IF budget_token IS NOT NULL THEN
      UPDATE token_budgets AS b
        SET remain = b.remain - cost, used = b.used + cost, accessed_ms = greatest(b.accessed_ms, booked_ms)
        WHERE b.token_id = budget_token AND b.period = 0
        RETURNING CASE b.unlimited WHEN 0 THEN b.remain - b.held + cost END INTO left_over;
      IF NOT FOUND THEN
        RAISE EXCEPTION 'a token got a budget for periods at this moment';
      END IF;
    END IF;
    INSERT INTO entries
      (user_id, wallet_kind, wseq, kind, ref, delta, balance_after, token_id, channel_id, at_ms, is_logged, note)
      VALUES (wallet_user, 1, last_number + 1, 1, charge_ref, -cost, balance_before - cost, budget_token,
        nullif(used_channel, 0), booked_ms, has_row, charge_note);
    IF has_row = 1 THEN
      INSERT INTO usage_logs
        (request_id, at_ms, type, user_id, username, token_id, token_name, channel_id, group_name, model, prompt_tokens,
         completion_tokens, quota, is_stream, use_time_ms, ip, usage_source, content, other, explanation,
         quote_id)
        VALUES (charge_ref, booked_ms, 2, wallet_user, log_username, log_token, log_token_name, log_channel, log_group,
          log_model, log_prompt, log_completion, cost, log_stream, log_use_time, log_ip, log_source, log_content,
          log_other, log_explanation, log_quote);
    END IF;
    IF stat_model IS NOT NULL THEN
      INSERT INTO hourly_stats AS s (user_id, model, hour_time, requests, quota, tokens)
        VALUES (wallet_user, stat_model, stat_hour, 1, cost, stat_tokens)
        ON CONFLICT (user_id, model, hour_time) DO UPDATE SET
          requests = s.requests + 1, quota = s.quota + excluded.quota, tokens = s.tokens + excluded.tokens;
    END IF;
    UPDATE wallets
      SET balance = balance - cost, used = used + cost, requests = requests + 1, last_wseq = last_wseq + 1
      WHERE user_id = wallet_user AND kind + 0 = 1;
    -- Last, because all users of a channel wait for this row.
    IF used_channel <> 0 THEN
      INSERT INTO channel_counters AS c (channel_id, used) VALUES (used_channel, cost)
        ON CONFLICT (channel_id) DO UPDATE SET used = c.used + excluded.used;
    END IF;
    RETURN ARRAY[free, left_over];
  END $$`)
}

/** @param {import('knex').Knex} knex */
export async function down(knex) {
  if (knex.client.config.client === 'pg') await knex.raw('DROP FUNCTION tollgate_settle_one_1')
}
