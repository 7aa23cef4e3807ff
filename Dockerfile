# One image for web, worker and beat: what runs is decided by the command (docker-compose.yml).
# Debian 13 has the programs of PostgreSQL 17, the version of docker-compose.yml: an older pg_dump refuses a newer
# server.
FROM python:3.12.15-slim-trixie@sha256:a6e34c598f2467ed0e9a8d349809fcd8b5c603269512df273a0bb1784edc11b1

ENV PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1 PIP_NO_CACHE_DIR=1 \
    CRICCONE_DATA=/data STATIC_ROOT=/srv/static PROMETHEUS_MULTIPROC_DIR=/tmp/metrics

# Chinese, Japanese and Korean letters, for names on paper: the faces in criccone/templates/print/fonts have none. pg_dump and
# pg_restore, for backups.
RUN apt-get update -qq \
    && apt-get install -y -qq --no-install-recommends fonts-wqy-microhei postgresql-client \
    && rm -rf /var/lib/apt/lists/*

WORKDIR /srv/criccone
COPY requirements.txt .
RUN pip install --require-hashes -r requirements.txt

COPY . .
# Gathered once for every container. The data folder made on the way holds a secret: it stays out of the image.
RUN SECRET_KEY=only-while-building CRICCONE_DATA=/tmp/build python manage.py collectstatic --noinput -v 0 \
    && rm -rf /tmp/build \
    && useradd --system --uid 999 --home-dir /data criccone \
    && install -d -o criccone -g criccone /data
USER criccone
VOLUME /data

EXPOSE 8000
# Only the proxy reaches this port, so its word on the visitor's address and scheme is taken. Its own access log
# would keep the codes of tables, which are in paths: ours names routes.
CMD ["sh", "-c", "python -m criccone.operations.safety && exec uvicorn criccone.asgi:application --host 0.0.0.0 --port 8000 --workers ${WEB_WORKERS:-2} --http criccone.connections:BoundedProtocol --ws none --proxy-headers --forwarded-allow-ips '*' --no-access-log --log-level warning --timeout-graceful-shutdown 5"]
