#!/usr/bin/env bash
# Checks the files of this folder with the programs that will read them: nginx, Caddy, promtool, Docker Compose, systemd. On Debian:
#   apt-get install nginx-light caddy prometheus docker-compose systemd openssl
# Says which program is missing, and then fails. Nothing is installed, started or left behind.
set -u
cd "$(dirname "$0")" || exit 1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export PATH="$PATH:/usr/sbin"
failed=0

# check NAME PROGRAM FUNCTION
check() {
  if ! command -v "$2" >/dev/null; then
    echo "FAILED: $1: $2 is not installed"
    failed=$((failed + 1))
  elif "$3" >"$work/log" 2>&1; then
    echo "ok: $1"
  else
    cat "$work/log"
    echo "FAILED: $1"
    failed=$((failed + 1))
  fi
}

# Everything but the certificate, whose place it takes.
nginx_conf() {
  openssl req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=assay.example.com -keyout "$work/key.pem" -out "$work/cert.pem" || return
  sed -e "s|^\(\s*ssl_certificate\) .*|\1 $work/cert.pem;|" -e "s|^\(\s*ssl_certificate_key\) .*|\1 $work/key.pem;|" nginx.conf >"$work/site.conf"
  # -t opens the ports, which may be another's here.
  sed -i -e 's/listen 80;/listen 127.0.0.1:48080;/' -e 's/listen 443 /listen 127.0.0.1:48443 /' -e '/listen \[::\]/d' "$work/site.conf"
  {
    echo "pid $work/pid; error_log stderr; events {}"
    echo "http { access_log off; include $work/site.conf;"
    for kind in client_body proxy fastcgi uwsgi scgi; do echo "${kind}_temp_path $work/$kind;"; done
    echo '}'
  } >"$work/nginx.conf"
  nginx -t -p "$work" -c "$work/nginx.conf"
}

caddyfile() {
  caddy fmt - <Caddyfile | diff Caddyfile - &&
    HOME=$work XDG_DATA_HOME=$work XDG_CONFIG_HOME=$work DOMAIN=assay.example.com caddy validate --adapter caddyfile --config Caddyfile
}

prometheus() {
  cp alerts.yml prometheus.yml "$work" && echo not-a-token >"$work/assay-metrics-token" &&
    promtool check config "$work/prometheus.yml" && promtool check rules alerts.yml && promtool test rules alerts.test.yml
}

compose_in() {
  cp compose.yaml Dockerfile Caddyfile "$work" && cp assay.env.example "$work/assay.env" || return
  cd "$work" || return
  # Without a name or a password it must not start.
  DOMAIN=assay.example.com POSTGRES_PASSWORD=not-a-password "$@" -f compose.yaml config -q && ! env -u DOMAIN "$@" -f compose.yaml config -q
}
compose_plugin() (compose_in docker compose)
compose_program() (compose_in docker-compose)

# It looks whether the command exists, which is not installed here.
units() {
  mkdir "$work/units" || return
  for unit in *.service; do sed 's|^ExecStart=.*|ExecStart=/bin/true|' "$unit" >"$work/units/$unit"; done
  # A setting that this version does not know is said and is no error; DelegateSubgroup is newer than some.
  systemd-analyze verify --man=no "$work"/units/*.service 2>"$work/said" || {
    cat "$work/said"
    return 1
  }
  ! grep -v "DelegateSubgroup" "$work/said" | grep "$work/units"
}
# 0 is the safest, 100 the least safe.
exposure() {
  systemd-analyze security --offline=true --threshold=20 "$work"/units/assay-server.service &&
    systemd-analyze security --offline=true --threshold=20 "$work"/units/assay-worker.service &&
    systemd-analyze security --offline=true --threshold=40 "$work"/units/assay-runner.service
}

check nginx.conf nginx nginx_conf
check Caddyfile caddy caddyfile
check 'prometheus.yml, alerts.yml and alerts.test.yml' promtool prometheus
if docker compose version >/dev/null 2>&1; then check compose.yaml docker compose_plugin; else check compose.yaml docker-compose compose_program; fi
check 'units' systemd-analyze units
check 'what units expose' systemd-analyze exposure
[ "$failed" -eq 0 ]
