from periplus.archive.location import Location
from unit.archive import samples


def test_payload_is_in_the_record_itself_or_in_the_one_it_repeats() -> None:
    here, there = Location("a", 5, 1), Location("a", 0, 1)
    own = samples.captured(samples.exchange(), here, None)
    repeated = samples.captured(samples.exchange(), here, there)
    assert (own.is_revisit, own.payload) == (False, here)
    assert (repeated.is_revisit, repeated.payload) == (True, there)
