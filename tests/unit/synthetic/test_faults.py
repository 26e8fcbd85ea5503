"""Ready-made faults."""

from periplus.synthetic.faults import Fault


def test_ready_made_faults():
    many = Fault.too_many_requests("Wed, 21 Oct 2026 07:28:00 GMT")
    assert many.status == 429
    assert many.headers == (("Retry-After", "Wed, 21 Oct 2026 07:28:00 GMT"),)
    assert many.times == 1
    assert Fault.unavailable(times=None) == Fault(status=503)
    assert Fault.disconnect(5).cut_after == 5
