"""Finding new threads by lists."""

from periplus.bench.discovery import discovery_table, measure_discovery


def test_lists_tell_of_new_and_changed_threads_in_a_tenth_of_the_requests() -> None:
    result = measure_discovery(4, 7.0, threads=300)
    assert result.new_found == result.new_threads > 10
    assert result.changed_found == result.changed_threads > 0
    assert result.finding_share <= 0.1
    assert result.needless <= 0.1 * result.thread_requests
    assert result.to_json()["finding_share"] == round(result.finding_share, 5)
    assert f"{result.new_found}/{result.new_threads}" in discovery_table([result])
