"""nginx in front of the processes of a cluster, with the same locations as on a public site."""

from collections.abc import Sequence
from pathlib import Path

from operating.cluster.programs import Child, program

LOCATIONS = Path(__file__).parents[2] / "deploy" / "nginx-heatsite.conf"

CONFIGURATION = """
daemon off;
worker_processes 1;
pid "{folder}/nginx.pid";
events {{ worker_connections 8192; }}
http {{
    access_log off;
    client_body_temp_path "{folder}/body";
    proxy_temp_path "{folder}/proxy";
    fastcgi_temp_path "{folder}/unused";
    uwsgi_temp_path "{folder}/unused";
    scgi_temp_path "{folder}/unused";
    upstream heatsite {{
        least_conn;
{servers}
        keepalive 32;
    }}
    map $http_upgrade $heatsite_connection {{
        default upgrade;
        '' '';
    }}
    server {{
        listen {host}:{port};
        include "{locations}";
    }}
}}
"""


class Nginx(Child):
    def __init__(self, folder: Path, host: str, port: int, processes: Sequence[int]) -> None:
        own = folder / "nginx"
        own.mkdir(exist_ok=True)
        servers = "\n".join(f"        server 127.0.0.1:{one} max_fails=1 fail_timeout=3s;" for one in processes)
        file = own / "nginx.conf"
        file.write_text(
            CONFIGURATION.format(folder=own, servers=servers, host=host, port=port, locations=LOCATIONS),
            encoding="utf-8",
        )
        command = [program("nginx"), "-p", str(own), "-c", str(file), "-e", str(own / "error.log")]
        super().__init__("nginx", command, own / "error.log")
        self.wait_for_port(port)
