# Which Python there is: read by the scripts beside this file.

PYTHONS='python3 python3.14 python3.13 python3.12 python3.11 python'

version() { "$1" -c 'import sys; print("%d.%d.%d" % sys.version_info[:3])' 2>/dev/null; }
new_enough() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; }
makes_venvs() { "$1" -c 'import venv, ensurepip' 2>/dev/null; }
