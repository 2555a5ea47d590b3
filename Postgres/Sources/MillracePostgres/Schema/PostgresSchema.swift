/// The tables and functions that the logs of one database need.
///
/// An operator runs ``sql`` once as the owner of the schema, and ``grants(to:)`` for the role of the servers,
/// which then needs no right to change tables.
public enum PostgresSchema {
  /// The number of the form of the tables and functions; it rises with each change of ``sql``.
  public static let version = 2

  /// The text that creates what is missing, and brings what an earlier release has made to this form.
  ///
  /// Running it again changes nothing. It is one transaction if it is sent as one text.
  public static let sql =
    tables + appendFunction + keepFunction + readFunction + LeaseSchema.sql
    + "COMMENT ON TABLE millrace_log IS '\(mark)\(version)';\n"

  static let mark = "Millrace, form "

  /// Returns the statements that give a role the least rights by which a server works.
  ///
  /// - Parameter role: The name of the role.
  public static func grants(to role: String) -> String {
    let name = "\"" + role.replacing("\"", with: "\"\"") + "\""
    return """
      GRANT SELECT, INSERT, UPDATE ON millrace_log, millrace_writer, millrace_snapshot TO \(name);
      GRANT SELECT, INSERT, DELETE ON millrace_entry TO \(name);
      GRANT SELECT, INSERT, UPDATE, DELETE ON millrace_member TO \(name);
      """
  }

  static let tables = """
    CREATE TABLE IF NOT EXISTS millrace_log (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      name bytea NOT NULL UNIQUE,
      first bigint NOT NULL DEFAULT 1,
      head bigint NOT NULL DEFAULT 0,
      pool bytea,
      holder bigint,
      epoch bigint NOT NULL DEFAULT 0
    ) WITH (fillfactor = 50);
    CREATE INDEX IF NOT EXISTS millrace_log_pool ON millrace_log (pool) WHERE pool IS NOT NULL;
    CREATE TABLE IF NOT EXISTS millrace_entry (
      log bigint NOT NULL,
      position bigint NOT NULL,
      writer bytea NOT NULL,
      number bigint NOT NULL,
      body bytea NOT NULL,
      check_position bigint,
      check_digest bigint,
      size integer NOT NULL,
      PRIMARY KEY (log, position)
    );
    CREATE UNIQUE INDEX IF NOT EXISTS millrace_entry_number ON millrace_entry (log, writer, number);
    CREATE TABLE IF NOT EXISTS millrace_writer (
      log bigint NOT NULL,
      writer bytea NOT NULL,
      number bigint NOT NULL,
      PRIMARY KEY (log, writer)
    ) WITH (fillfactor = 50);
    CREATE TABLE IF NOT EXISTS millrace_snapshot (
      log bigint PRIMARY KEY,
      position bigint NOT NULL,
      body bytea NOT NULL
    );
    CREATE TABLE IF NOT EXISTS millrace_member (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      pool bytea NOT NULL,
      name bytea NOT NULL,
      until timestamptz NOT NULL
    ) WITH (fillfactor = 50);

    """

  /// The whole append under the lock of the log's row.
  ///
  /// The first row is the outcome, the others are a page.
  ///
  /// `p_first_after` and `p_last_after` are the least and the greatest known position of the appends that are
  /// combined.
  static let appendFunction = """
    CREATE OR REPLACE FUNCTION millrace_append(
      p_name bytea, p_epoch bigint, p_first_after bigint, p_last_after bigint, p_dry boolean, p_combined boolean,
      p_writers bytea[], p_numbers bigint[], p_bodies bytea[], p_checks bigint[], p_digests bigint[],
      p_sizes bigint[], p_channel text, p_key text
    ) RETURNS TABLE (
      o_status text, o_a bigint, o_b bigint, o_body bytea, o_check bigint, o_digest bigint
    ) LANGUAGE plpgsql AS $body$
    #variable_conflict use_column
    DECLARE
      v_log bigint; v_first bigint; v_head bigint; v_epoch bigint; v_count int; v_last bigint; v_end bigint;
      v_added int[] := '{}'; v_row record; v_same boolean; i int; j int;
    BEGIN
      v_count := coalesce(array_length(p_numbers, 1), 0);
      LOOP
        SELECT l.id, l.first, l.head, l.epoch INTO v_log, v_first, v_head, v_epoch
          FROM millrace_log l WHERE l.name = p_name FOR UPDATE;
        EXIT WHEN FOUND;
        INSERT INTO millrace_log (name) VALUES (p_name) ON CONFLICT DO NOTHING;
      END LOOP;
      IF p_epoch IS NOT NULL AND p_epoch <> v_epoch THEN
        RETURN QUERY SELECT 'fenced', v_epoch, p_epoch, NULL::bytea, NULL::bigint, NULL::bigint; RETURN;
      END IF;
      IF p_last_after > v_head THEN
        RETURN QUERY SELECT 'back', v_head, v_first, NULL::bytea, NULL::bigint, NULL::bigint; RETURN;
      END IF;
      IF p_first_after < v_first - 1 THEN
        RETURN QUERY SELECT 'compacted', v_head, v_first, NULL::bytea, NULL::bigint, NULL::bigint; RETURN;
      END IF;
      IF p_combined AND v_head - p_first_after > 200 THEN
        RETURN QUERY SELECT 'wide', v_head, v_first, NULL::bytea, NULL::bigint, NULL::bigint; RETURN;
      END IF;
      -- Without a duplicate or a gap, which is nearly always, all is one insertion.
      IF NOT EXISTS (
        SELECT FROM (
          SELECT e.writer, min(e.number) AS low, bool_and(e.number - e.low = e.rank - 1) AS ordered
          FROM (
            SELECT u.writer, u.number, first_value(u.number) OVER w AS low, row_number() OVER w AS rank
            FROM unnest(p_writers, p_numbers) WITH ORDINALITY AS u (writer, number, place)
            WINDOW w AS (PARTITION BY u.writer ORDER BY u.place)
          ) e GROUP BY e.writer
        ) g LEFT JOIN millrace_writer m ON m.log = v_log AND m.writer = g.writer
        WHERE NOT g.ordered OR g.low <> coalesce(m.number, 0) + 1
      ) THEN
        IF v_count > 0 AND NOT p_dry THEN
          INSERT INTO millrace_entry (log, position, writer, number, body, check_position, check_digest, size)
            SELECT v_log, v_head + u.place, u.writer, u.number, u.body, u.c, u.d, u.size
            FROM unnest(p_writers, p_numbers, p_bodies, p_checks, p_digests, p_sizes)
              WITH ORDINALITY AS u (writer, number, body, c, d, size, place);
          INSERT INTO millrace_writer AS m (log, writer, number)
            SELECT v_log, u.writer, max(u.number) FROM unnest(p_writers, p_numbers) AS u (writer, number)
            GROUP BY u.writer
            ON CONFLICT (log, writer) DO UPDATE SET number = excluded.number;
          UPDATE millrace_log SET head = v_head + v_count WHERE id = v_log;
          IF p_channel IS NOT NULL THEN PERFORM pg_notify(p_channel, p_key); END IF;
        END IF;
        RETURN QUERY SELECT 'added', v_head, v_first, NULL::bytea, NULL::bigint, NULL::bigint;
        v_end := v_head;
      ELSE
        IF p_combined THEN
          RETURN QUERY SELECT 'wide', v_head, v_first, NULL::bytea, NULL::bigint, NULL::bigint; RETURN;
        END IF;
        FOR i IN 1 .. v_count LOOP
          SELECT max(p_numbers[a]) INTO v_last FROM unnest(v_added) AS a WHERE p_writers[a] = p_writers[i];
          IF v_last IS NULL THEN
            SELECT m.number INTO v_last FROM millrace_writer m WHERE m.log = v_log AND m.writer = p_writers[i];
          END IF;
          v_last := coalesce(v_last, 0);
          IF p_numbers[i] <= v_last THEN
            v_same := NULL;
            SELECT p_bodies[a] = p_bodies[i] INTO v_same FROM unnest(v_added) AS a
              WHERE p_writers[a] = p_writers[i] AND p_numbers[a] = p_numbers[i];
            IF v_same IS NULL THEN
              SELECT e.body = p_bodies[i] INTO v_same FROM millrace_entry e
                WHERE e.log = v_log AND e.writer = p_writers[i] AND e.number = p_numbers[i];
            END IF;
            IF NOT v_same THEN
              RETURN QUERY SELECT 'forged', i::bigint, 0::bigint, NULL::bytea, NULL::bigint, NULL::bigint; RETURN;
            END IF;
          ELSIF p_numbers[i] <> v_last + 1 THEN
            RETURN QUERY SELECT 'gap', i::bigint, v_last + 1, NULL::bytea, NULL::bigint, NULL::bigint; RETURN;
          ELSE
            v_added := v_added || i;
          END IF;
        END LOOP;
        v_end := v_head + cardinality(v_added);
        IF v_end > v_head AND NOT p_dry THEN
          INSERT INTO millrace_entry (log, position, writer, number, body, check_position, check_digest, size)
            SELECT v_log, v_head + u.rank, p_writers[u.a], p_numbers[u.a], p_bodies[u.a], p_checks[u.a],
              p_digests[u.a], p_sizes[u.a]
            FROM unnest(v_added) WITH ORDINALITY AS u (a, rank);
          INSERT INTO millrace_writer AS m (log, writer, number)
            SELECT v_log, p_writers[a], max(p_numbers[a]) FROM unnest(v_added) AS a GROUP BY 2
            ON CONFLICT (log, writer) DO UPDATE SET number = excluded.number;
          UPDATE millrace_log SET head = v_end WHERE id = v_log;
          IF p_channel IS NOT NULL THEN PERFORM pg_notify(p_channel, p_key); END IF;
        END IF;
        RETURN QUERY SELECT 'partly', v_end, v_first, NULL::bytea, NULL::bigint, NULL::bigint;
      END IF;
      IF NOT p_dry THEN
        RETURN QUERY SELECT 'entry', x.position, 0::bigint, x.body, x.check_position, x.check_digest FROM (
          SELECT e.*, sum(e.size) OVER (ORDER BY e.position) AS total FROM millrace_entry e
          WHERE e.log = v_log AND e.position > p_first_after AND e.position <= v_end
          ORDER BY e.position LIMIT 1000) x
        WHERE x.total <= 4194304 OR x.position - p_first_after <= 2 ORDER BY x.position;
      END IF;
    END $body$;

    """

  static let readFunction = """
    CREATE OR REPLACE FUNCTION millrace_read(p_name bytea, p_after bigint, p_limit bigint)
    RETURNS TABLE (
      o_first bigint, o_head bigint, o_position bigint, o_body bytea, o_check bigint, o_digest bigint
    ) LANGUAGE sql STABLE AS $body$
      SELECT l.first, l.head, e.position, e.body, e.check_position, e.check_digest
      FROM millrace_log l LEFT JOIN LATERAL (
        SELECT * FROM (
          SELECT x.*, sum(x.size) OVER (ORDER BY x.position) AS total FROM millrace_entry x
          WHERE x.log = l.id AND x.position > p_after ORDER BY x.position LIMIT p_limit) y
        WHERE y.total <= 4194304 OR y.position - p_after <= 2) e ON true
      WHERE l.name = p_name ORDER BY e.position
    $body$;

    """

  static let keepFunction = """
    DROP FUNCTION IF EXISTS millrace_keep(bytea, bigint, bytea, bigint);
    CREATE OR REPLACE FUNCTION millrace_keep(
      p_name bytea, p_epoch bigint, p_position bigint, p_body bytea, p_count bigint
    ) RETURNS TABLE (o_status text, o_head bigint) LANGUAGE plpgsql AS $body$
    #variable_conflict use_column
    DECLARE v_log bigint; v_first bigint; v_head bigint; v_old bigint; v_last bigint;
      v_epoch bigint;
    BEGIN
      SELECT l.id, l.first, l.head, l.epoch INTO v_log, v_first, v_head, v_epoch
        FROM millrace_log l WHERE l.name = p_name FOR UPDATE;
      v_head := coalesce(v_head, 0);
      IF p_epoch IS NOT NULL AND p_epoch IS DISTINCT FROM v_epoch THEN
        RETURN QUERY SELECT 'fenced', v_head; RETURN;
      END IF;
      IF p_position > v_head THEN RETURN QUERY SELECT 'back', v_head; RETURN; END IF;
      SELECT s.position INTO v_old FROM millrace_snapshot s WHERE s.log = v_log;
      IF v_old >= p_position THEN RETURN QUERY SELECT 'older', v_head; RETURN; END IF;
      IF p_position = 0 THEN RETURN QUERY SELECT 'zero', v_head; RETURN; END IF;
      INSERT INTO millrace_snapshot (log, position, body) VALUES (v_log, p_position, p_body)
        ON CONFLICT (log) DO UPDATE SET position = excluded.position, body = excluded.body;
      IF p_position > p_count AND p_position - p_count >= v_first THEN
        v_last := p_position - p_count;
        DELETE FROM millrace_entry WHERE log = v_log AND position <= v_last;
        UPDATE millrace_log SET first = v_last + 1 WHERE id = v_log;
      END IF;
      RETURN QUERY SELECT 'kept', v_head;
    END $body$;

    """
}
