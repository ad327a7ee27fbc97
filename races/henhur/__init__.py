"""HenHur at the tables of this site: how it is stored, timed, told and shown."""
