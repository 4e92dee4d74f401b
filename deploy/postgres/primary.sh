#!/bin/bash
# Runs once, in a new database cluster: the roles, the database, and who may connect from where.
set -euo pipefail

secret() { tr -d '\n' < "/run/secrets/$1"; }

psql -v ON_ERROR_STOP=1 --username "$POSTGRES_USER" \
  -v publisher="$(secret publisher_password)" \
  -v replicator="$(secret replicator_password)" \
  -v watercode="$(secret watercode_password)" <<'SQL'
CREATE ROLE publisher LOGIN PASSWORD :'publisher';
CREATE ROLE replicator LOGIN REPLICATION PASSWORD :'replicator';
CREATE ROLE watercode LOGIN PASSWORD :'watercode';
CREATE DATABASE rivers OWNER publisher ENCODING 'UTF8' TEMPLATE template0;
\connect rivers
CREATE EXTENSION IF NOT EXISTS postgis;
SQL

cat >> "$PGDATA/pg_hba.conf" <<'HBA'
host replication replicator all scram-sha-256
host rivers publisher,watercode all scram-sha-256
HBA
