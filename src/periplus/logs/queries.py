"""The SQL of log mining. Nothing of a log is ever part of it: contents come as rows, the rest as
parameters ($source, $compression, $salt and the expressions of `rules`). Column and key names are
those of `formats.FIELD_NAMES`, never those that a file brings along.
"""

from collections.abc import Collection

from periplus.logs.formats import FIELD_NAMES, LogFormat
from periplus.logs.rules import Rule

LONGEST_LINE = 65_536
REJECTS_KEPT = 100_000

HITS = """
CREATE TABLE hits (
    rule UTINYINT, day VARCHAR, host VARCHAR, target VARCHAR, referrer VARCHAR,
    target_hash UBIGINT, referrer_hash UBIGINT, person UBIGINT
)
"""

_LINES = f"""read_csv(
    $source, compression = $compression, columns = {{'line': 'VARCHAR'}}, auto_detect = false,
    header = false, delim = '\x1f', quote = '', escape = '', comment = '', strict_mode = false,
    ignore_errors = true, store_rejects = true, rejects_limit = {REJECTS_KEPT},
    max_line_size = {LONGEST_LINE}
)"""

# 1.2.3.4 - name [01/Mar/2024:00:00:02 +0000] "GET /page HTTP/1.1" 200 123 "referrer" "agent"
# Divided at its quotation marks. Who it was is all before the date: address and login name.
_COMBINED = f"""
SELECT
    len(part) >= 6 AND contains(part[1], '[') AND status IS NOT NULL
        AND (starts_with(split_part(part[2], ' ', 3), 'HTTP/')) AS is_sound,
    split_part(part[2], ' ', 1) AS method,
    status,
    left(split_part(part[1], '[', 2), 11) AS day,
    CASE WHEN split_part(part[1], ' ', 2) <> '-' THEN split_part(part[1], ' ', 1) END AS host,
    split_part(part[2], ' ', 2) AS target,
    part[4] AS referrer,
    part[6] AS agent,
    split_part(part[1], '[', 1) AS person
FROM (
    SELECT part, TRY_CAST(split_part(part[3], ' ', 2) AS USMALLINT) AS status
    FROM (
        SELECT string_split(
            CASE WHEN contains(line, '\\"') THEN replace(line, '\\"', '%22') ELSE line END, '"'
        ) AS part
        FROM {_LINES}
    )
)
"""


def _json_fields() -> str:
    """One look at each line, for all names at once."""
    names = [name for group in FIELD_NAMES.values() for name in group]
    paths = ", ".join(f"'$.\"{name}\"'" for name in names)
    places = {name: place for place, name in enumerate(names, 1)}
    columns = {
        field: f"coalesce({', '.join(f'value[{places[name]}]' for name in group)})"
        for field, group in FIELD_NAMES.items()
    }
    listed = ", ".join(f"{column} AS {field}" for field, column in columns.items())
    return f"""
SELECT value IS NOT NULL AS is_sound_line, {listed}
FROM (SELECT TRY(json_extract_string(line, [{paths}])) AS value FROM {_LINES})
"""


def _column_fields(table: str, there: Collection[str]) -> str:
    """The columns of a file under our names for them, as text."""
    listed = []
    for field, group in FIELD_NAMES.items():
        known = [f'CAST("{name}" AS VARCHAR)' for name in group if name in there]
        column = f"coalesce({', '.join(known)})" if known else "NULL"
        listed.append(f"{column} AS {field}")
    return f"SELECT true AS is_sound_line, {', '.join(listed)} FROM {table}"


def _from_fields(fields: str) -> str:
    """The fields of JSON, CSV and Parquet as those of a combined line."""
    return f"""
SELECT
    is_sound_line AND target IS NOT NULL AND target <> '' AS is_sound,
    method, status, day, host, target, referrer, agent, who AS person
FROM (
    SELECT
        is_sound_line,
        coalesce(method, CASE WHEN contains(request, ' ') THEN split_part(request, ' ', 1) END,
            'GET') AS method,
        coalesce(TRY_CAST(status AS USMALLINT), 200) AS status,
        left(ltrim(moment, '['), 11) AS day,
        host,
        coalesce(target, split_part(request, ' ', 2)) AS target,
        referrer,
        agent,
        coalesce(person, concat(address, ' ', agent)) AS who
    FROM ({fields})
)
"""


_CSV = f"""read_csv(
    $source, compression = $compression, header = true, all_varchar = true, delim = ',',
    quote = '"', ignore_errors = true, store_rejects = true, rejects_limit = {REJECTS_KEPT},
    null_padding = true, max_line_size = {LONGEST_LINE * 4}
)"""
_PARQUET = "read_parquet($source)"
_TABLES = {LogFormat.CSV: _CSV, LogFormat.PARQUET: _PARQUET}


def columns_of(log_format: LogFormat) -> str:
    """The names of a file's columns."""
    return f"SELECT column_name FROM (DESCRIBE SELECT * FROM {_TABLES[log_format]})"


def insert_hits(log_format: LogFormat, there: Collection[str] = ()) -> str:
    """Read a log into `hits`: a rule for each line, no address and no agent of anybody."""
    match log_format:
        case LogFormat.COMBINED:
            lines = _COMBINED
        case LogFormat.JSON_LINES:
            lines = _from_fields(_json_fields())
        case LogFormat.CSV | LogFormat.PARQUET:
            lines = _from_fields(_column_fields(_TABLES[log_format], there))
    return f"""
INSERT INTO hits
SELECT
    rule, day, host,
    CASE WHEN rule = {Rule.VISIT:d} THEN target END,
    CASE WHEN rule = {Rule.VISIT:d} THEN referrer END,
    CASE WHEN rule = {Rule.VISIT:d} THEN hash(target) END,
    CASE WHEN rule = {Rule.VISIT:d} THEN hash(referrer) END,
    person
FROM (
    SELECT
        CASE
            WHEN NOT coalesce(is_sound, false) THEN {Rule.BROKEN:d}
            WHEN method <> 'GET' THEN {Rule.METHOD:d}
            WHEN target = $robots_target THEN {Rule.ROBOTS:d}
            WHEN status >= 400 THEN {Rule.ERROR:d}
            WHEN status >= 300 AND status <> 304 THEN {Rule.REDIRECT:d}
            WHEN agent IN ('', '-') OR regexp_matches(agent, $bot_agent) THEN {Rule.BOT:d}
            WHEN regexp_matches(target, $asset_target) THEN {Rule.ASSET:d}
            ELSE {Rule.VISIT:d}
        END AS rule,
        day, host, target,
        CASE WHEN referrer NOT IN ('', '-') THEN referrer END AS referrer,
        md5_number_lower(concat($salt, person, '|', agent)) AS person
    FROM ({lines})
)
"""


COUNT_REJECTS = "SELECT count(DISTINCT (file_id, line)) FROM reject_errors"
DROP_REJECTS = "DROP TABLE IF EXISTS reject_errors; DROP TABLE IF EXISTS reject_scans"
DAYS = f"""
SELECT coalesce(day, '') AS day, count(*) FROM hits WHERE rule = {Rule.VISIT:d} GROUP BY ALL
"""

# A site's own referrers name paths that are also asked for; `/` says nothing.
SITES = f"""
SELECT concat(lower(split_part(referrer, '://', 1)), '://', host) AS origin, sum(times) AS hits
FROM (
    SELECT referrer, lower(split_part(referrer, '/', 3)) AS host, count(*) AS times
    FROM hits WHERE rule = {Rule.VISIT:d} AND starts_with(lower(referrer), 'http')
    GROUP BY referrer
) AS came
WHERE hash(substr(referrer, len(host) + strpos(referrer, '://') + 3)) IN (
    SELECT DISTINCT target_hash FROM hits
    WHERE rule = {Rule.VISIT:d} AND target <> '/' AND starts_with(target, '/')
)
GROUP BY origin ORDER BY hits DESC, origin LIMIT 1
"""
HOSTS = f"""
SELECT coalesce(
        CASE WHEN contains(target, '://') THEN
            concat(lower(split_part(target, '://', 1)), '://', lower(split_part(target, '/', 3)))
        END,
        concat('http://', lower(host))
    ) AS origin, count(*) AS hits
FROM hits WHERE rule = {Rule.VISIT:d} AND (contains(target, '://') OR host IS NOT NULL)
GROUP BY origin ORDER BY hits DESC, origin LIMIT 1
"""

BOT_PEOPLE = f"""
CREATE TABLE bot_people AS SELECT DISTINCT person FROM hits WHERE rule = {Rule.ROBOTS:d}
"""
CHOSEN_DAYS = "CREATE OR REPLACE TABLE chosen_days AS SELECT unnest($days) AS day"
OWN_HOSTS = "CREATE TABLE own_hosts AS SELECT unnest($hosts) AS host"
SPAM_HOSTS = "CREATE TABLE spam_hosts AS SELECT unnest($hosts) AS host"
# Users that came from other hosts, and whether that was all they did.
REFERRING_HOSTS = f"""
WITH users AS (SELECT person, count(*) = 1 AS is_single FROM hits GROUP BY person)
SELECT came.host, count(*) AS users, count(*) FILTER (is_single) AS singles
FROM (
    SELECT DISTINCT lower(split_part(referrer, '/', 3)) AS host, person FROM hits
    WHERE rule = {Rule.VISIT:d} AND starts_with(lower(referrer), 'http')
) AS came JOIN users USING (person)
WHERE came.host NOT IN (FROM own_hosts)
GROUP BY came.host
"""

_HOST = "lower(CASE WHEN contains(target, '://') THEN split_part(target, '/', 3) ELSE host END)"
_REFERRER_HOST = "lower(split_part(referrer, '/', 3))"
# The last rules, by what the whole log shows.
JUDGED = f"""
CREATE OR REPLACE VIEW judged AS
SELECT
    CASE
        WHEN rule <> {Rule.VISIT:d} THEN rule
        WHEN coalesce(day, '') NOT IN (FROM chosen_days) THEN {Rule.PERIOD:d}
        WHEN person IN (FROM bot_people) THEN {Rule.BOT_USER:d}
        WHEN coalesce({_HOST} NOT IN (FROM own_hosts), false) THEN {Rule.FOREIGN_HOST:d}
        WHEN coalesce({_REFERRER_HOST} IN (FROM spam_hosts), false) THEN {Rule.SPAM_REFERRER:d}
        ELSE rule
    END AS rule,
    target, referrer, target_hash, referrer_hash, person
FROM hits
"""
COUNT_RULES = "SELECT rule, count(*) FROM judged GROUP BY rule"

# One row for each way that one user went, however often.
WAYS = f"""
CREATE OR REPLACE TABLE ways AS
SELECT DISTINCT target_hash, referrer_hash, person FROM judged WHERE rule = {Rule.VISIT:d}
"""
COUNT_WAYS = "SELECT count(*), count(DISTINCT person) FROM ways"
TRANSITIONS = """
SELECT target_hash, coalesce(referrer_hash, 0) AS referrer_hash, referrer_hash IS NULL AS is_entry,
    count(*) AS times
FROM ways GROUP BY ALL
"""
TARGETS = """
SELECT target_hash, min(person) <> max(person) AS is_shared, count(*) AS times FROM ways
GROUP BY target_hash ORDER BY times DESC, target_hash LIMIT $most
"""
TARGET_NAMES = f"""
SELECT target_hash, min(target) AS name FROM hits WHERE rule = {Rule.VISIT:d} GROUP BY target_hash
"""
REFERRER_NAMES = f"""
SELECT referrer_hash, min(referrer) AS name FROM hits
WHERE rule = {Rule.VISIT:d} AND {_REFERRER_HOST} IN (FROM own_hosts)
GROUP BY referrer_hash
"""
