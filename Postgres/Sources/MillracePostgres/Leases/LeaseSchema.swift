/// The functions of leases.
///
/// The rules that hold at every commit:
/// - A member whose `until` has passed never gets it back: it is renewed only while it lasts, under its row's
///   lock.
/// - A log's holder is a row of `millrace_member`. It changes only together with the log's epoch.
/// - No function but `millrace_add` waits for the lock of a log's row, so that one write that hangs keeps no
///   other lease waiting.
/// - Time is the server's. No time of a process is compared with it.
enum LeaseSchema {
  static let sql =
    indices + expireFunction + memberFunctions + renewFunction + claimFunctions + releaseFunction

  static let indices = """
    CREATE INDEX IF NOT EXISTS millrace_log_holder ON millrace_log (holder) WHERE holder IS NOT NULL;
    CREATE INDEX IF NOT EXISTS millrace_log_free ON millrace_log (pool, id)
      WHERE pool IS NOT NULL AND holder IS NULL;
    CREATE INDEX IF NOT EXISTS millrace_member_pool ON millrace_member (pool);

    """

  /// Ends the members of a pool whose time has passed, and takes their logs from them.
  ///
  /// A log whose row is locked stays for the next call, and its member's row with it.
  static let expireFunction = """
    CREATE OR REPLACE FUNCTION millrace_expire(p_pool bytea) RETURNS void LANGUAGE plpgsql AS $body$
    BEGIN
      UPDATE millrace_member SET until = '-infinity' WHERE id IN (
        SELECT m.id FROM millrace_member m
        WHERE m.pool = p_pool AND m.until <= clock_timestamp() AND m.until > '-infinity' FOR UPDATE SKIP LOCKED);
      WITH f AS MATERIALIZED (
        SELECT l.id FROM millrace_log l JOIN millrace_member m ON m.id = l.holder
        WHERE m.pool = p_pool AND m.until = '-infinity' FOR UPDATE OF l SKIP LOCKED)
      UPDATE millrace_log l SET holder = NULL, epoch = l.epoch + 1 FROM f WHERE l.id = f.id;
      DELETE FROM millrace_member WHERE id IN (
        SELECT m.id FROM millrace_member m WHERE m.pool = p_pool AND m.until = '-infinity'
          AND NOT EXISTS (SELECT FROM millrace_log l WHERE l.holder = m.id) FOR UPDATE SKIP LOCKED);
    END $body$;

    """

  static let memberFunctions = """
    CREATE OR REPLACE FUNCTION millrace_join(
      p_pool bytea, p_name bytea, p_time bigint, p_former bigint, p_channel text, p_key text
    ) RETURNS bigint LANGUAGE plpgsql AS $body$
    DECLARE v_id bigint;
    BEGIN
      UPDATE millrace_member SET until = '-infinity' WHERE id = p_former;
      PERFORM millrace_expire(p_pool);
      INSERT INTO millrace_member (pool, name, until)
        VALUES (p_pool, p_name, clock_timestamp() + p_time * interval '1 millisecond') RETURNING id INTO v_id;
      PERFORM pg_notify(p_channel, p_key);
      RETURN v_id;
    END $body$;
    CREATE OR REPLACE FUNCTION millrace_leave(p_member bigint, p_channel text, p_key text)
    RETURNS boolean LANGUAGE plpgsql AS $body$
    DECLARE v_pool bytea;
    BEGIN
      UPDATE millrace_member SET until = '-infinity' WHERE id = p_member RETURNING pool INTO v_pool;
      IF NOT FOUND THEN RETURN false; END IF;
      PERFORM millrace_expire(v_pool);
      PERFORM pg_notify(p_channel, p_key);
      RETURN true;
    END $body$;

    """

  /// Renews a member, and returns the numbers by which it decides; no row if it is no member any more.
  ///
  /// The logs that it holds follow if their number is not the one that it knows.
  static let renewFunction = """
    CREATE OR REPLACE FUNCTION millrace_renew(p_member bigint, p_time bigint, p_known bigint)
    RETURNS TABLE (o_logs bigint, o_members bigint, o_free bigint, o_held bigint, o_name bytea, o_epoch bigint)
    LANGUAGE plpgsql AS $body$
    DECLARE v_pool bytea; v_logs bigint; v_members bigint; v_free bigint; v_held bigint;
    BEGIN
      UPDATE millrace_member SET until = clock_timestamp() + p_time * interval '1 millisecond'
        WHERE id = p_member AND until > clock_timestamp() RETURNING pool INTO v_pool;
      IF NOT FOUND THEN RETURN; END IF;
      PERFORM millrace_expire(v_pool);
      SELECT count(*) INTO v_logs FROM millrace_log l WHERE l.pool = v_pool;
      SELECT count(*) INTO v_free FROM millrace_log l WHERE l.pool = v_pool AND l.holder IS NULL;
      SELECT count(*) INTO v_held FROM millrace_log l WHERE l.holder = p_member;
      SELECT count(*) INTO v_members FROM millrace_member m WHERE m.pool = v_pool AND m.until > clock_timestamp();
      RETURN QUERY SELECT v_logs, v_members, v_free, v_held, NULL::bytea, NULL::bigint;
      IF v_held <> p_known THEN
        RETURN QUERY SELECT v_logs, v_members, v_free, v_held, l.name, l.epoch
          FROM millrace_log l WHERE l.holder = p_member;
      END IF;
    END $body$;

    """

  /// `millrace_claim` takes free logs of the pool, `millrace_take` the named ones, which it creates if need
  /// be.
  static let claimFunctions = """
    CREATE OR REPLACE FUNCTION millrace_claim(p_member bigint, p_limit bigint)
    RETURNS TABLE (o_name bytea, o_epoch bigint) LANGUAGE plpgsql AS $body$
    DECLARE v_pool bytea;
    BEGIN
      SELECT m.pool INTO v_pool FROM millrace_member m
        WHERE m.id = p_member AND m.until > clock_timestamp() FOR UPDATE;
      IF NOT FOUND THEN RETURN; END IF;
      RETURN QUERY WITH f AS MATERIALIZED (
        SELECT l.id FROM millrace_log l WHERE l.pool = v_pool AND l.holder IS NULL
        ORDER BY l.id LIMIT p_limit FOR UPDATE SKIP LOCKED)
      UPDATE millrace_log l SET holder = p_member, epoch = l.epoch + 1 FROM f WHERE l.id = f.id
        RETURNING l.name, l.epoch;
    END $body$;
    CREATE OR REPLACE FUNCTION millrace_take(p_member bigint, p_names bytea[])
    RETURNS TABLE (o_status text, o_name bytea, o_epoch bigint, o_other bytea) LANGUAGE plpgsql AS $body$
    DECLARE v_pool bytea;
    BEGIN
      SELECT m.pool INTO v_pool FROM millrace_member m
        WHERE m.id = p_member AND m.until > clock_timestamp() FOR UPDATE;
      IF NOT FOUND THEN RETURN; END IF;
      PERFORM millrace_expire(v_pool);
      INSERT INTO millrace_log (name, pool) SELECT DISTINCT u.name, v_pool FROM unnest(p_names) AS u (name)
        WHERE NOT EXISTS (SELECT FROM millrace_log l WHERE l.name = u.name) ORDER BY 1 ON CONFLICT DO NOTHING;
      WITH f AS MATERIALIZED (
        SELECT l.id FROM millrace_log l
        WHERE l.name = ANY (p_names) AND l.holder IS NULL AND (l.pool IS NULL OR l.pool = v_pool)
        ORDER BY l.id FOR UPDATE SKIP LOCKED)
      UPDATE millrace_log l SET holder = p_member, epoch = l.epoch + 1, pool = v_pool FROM f WHERE l.id = f.id;
      RETURN QUERY SELECT
          CASE WHEN l.holder = p_member THEN 'held' WHEN l.pool <> v_pool THEN 'pool'
            WHEN m.id IS NOT NULL AND m.until > clock_timestamp() THEN 'other' ELSE 'busy' END,
          l.name, l.epoch, CASE WHEN l.pool <> v_pool THEN l.pool ELSE m.name END
        FROM millrace_log l LEFT JOIN millrace_member m ON m.id = l.holder WHERE l.name = ANY (p_names);
    END $body$;

    """

  static let releaseFunction = """
    CREATE OR REPLACE FUNCTION millrace_release(
      p_member bigint, p_names bytea[], p_epochs bigint[], p_channel text, p_key text
    ) RETURNS TABLE (o_name bytea) LANGUAGE plpgsql AS $body$
    BEGIN
      WITH f AS MATERIALIZED (
        SELECT l.id FROM millrace_log l JOIN unnest(p_names, p_epochs) AS u (name, epoch)
          ON l.name = u.name AND l.epoch = u.epoch
        WHERE l.holder = p_member ORDER BY l.id FOR UPDATE OF l SKIP LOCKED)
      UPDATE millrace_log l SET holder = NULL, epoch = l.epoch + 1 FROM f WHERE l.id = f.id;
      IF FOUND THEN PERFORM pg_notify(p_channel, p_key); END IF;
      RETURN QUERY SELECT u.name FROM unnest(p_names, p_epochs) AS u (name, epoch)
        WHERE NOT EXISTS (
          SELECT FROM millrace_log l WHERE l.name = u.name AND l.epoch = u.epoch AND l.holder = p_member);
    END $body$;
    CREATE OR REPLACE FUNCTION millrace_add(p_pool bytea, p_names bytea[], p_channel text, p_key text)
    RETURNS TABLE (o_name bytea, o_pool bytea) LANGUAGE plpgsql AS $body$
    BEGIN
      INSERT INTO millrace_log AS l (name, pool) SELECT DISTINCT u.name, p_pool FROM unnest(p_names) AS u (name)
        ORDER BY 1 ON CONFLICT (name) DO UPDATE SET pool = excluded.pool WHERE l.pool IS NULL;
      PERFORM pg_notify(p_channel, p_key);
      RETURN QUERY SELECT l.name, l.pool FROM millrace_log l WHERE l.name = ANY (p_names) AND l.pool <> p_pool;
    END $body$;

    """
}
