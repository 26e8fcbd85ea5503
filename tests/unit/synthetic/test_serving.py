"""The server as a process of its own."""

import http.client
import subprocess
import sys
from urllib.parse import urlsplit

import pytest

from periplus.errors import PeriplusError
from periplus.synthetic.presets import small
from periplus.synthetic.serving import ServerProcess, main


def get(url: str, target: str) -> tuple[int, bytes]:
    parts = urlsplit(url)
    connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=10)
    try:
        connection.request("GET", target)
        response = connection.getresponse()
        return response.status, response.read()
    finally:
        connection.close()


def test_a_process_serves_a_preset_and_keeps_a_log(tmp_path):
    log = tmp_path / "log.jsonl"
    with ServerProcess("small", log=log, seed=5, cache=100) as server:
        status, body = get(server.url, "/")
        assert get(server.url, "/nothing")[0] == 404
    assert status == 200
    assert body == small(5).answer("/").body
    assert [(r.target, r.status) for r in server.requests()] == [("/", 200), ("/nothing", 404)]
    with pytest.raises(OSError, match="refused"):
        get(server.url, "/")


def test_without_a_log_nothing_is_known():
    assert ServerProcess("small").requests() == []


def test_the_module_runs_and_prints_its_url():
    command = [sys.executable, "-m", "periplus.synthetic.server", "--preset", "small"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        url = process.stdout.readline().strip()
        assert url.startswith("http://127.0.0.1:")
        assert get(url, "/robots.txt")[0] == 200
    finally:
        process.terminate()
        assert process.wait(10) == 0
        process.stdout.close()


def test_bad_arguments_give_an_exit_code_and_a_sentence(capsys):
    assert main(["--preset", "nothing"]) == 2
    assert "no generated site is called 'nothing'" in capsys.readouterr().err
    assert main(["--preset", "small", "--host", "192.0.2.1"]) == 2
    assert "cannot listen on 192.0.2.1" in capsys.readouterr().err


def test_a_server_that_cannot_start_is_an_error(capfd):
    with pytest.raises(PeriplusError, match="did not start"), ServerProcess("nothing"):
        pass
    assert "no generated site" in capfd.readouterr().err


def test_the_script_built_site_is_served_by_its_name() -> None:
    with ServerProcess("scripted") as server:
        assert b"/app.js" in get(server.url, "/")[1]
        assert get(server.url, "/api/page?path=/office")[0] == 200
