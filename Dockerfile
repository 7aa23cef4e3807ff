# One image for web, worker and beat: what runs is decided by the command (docker-compose.yml). deploy/build-image builds
# it with its version; deploy/rehearse.py tries these lines where there is no Docker.
# Debian 13 has the programs of PostgreSQL 17, the version of docker-compose.yml: an older pg_dump refuses a newer
# server.
FROM python:3.12.15-slim-trixie@sha256:a6e34c598f2467ed0e9a8d349809fcd8b5c603269512df273a0bb1784edc11b1 AS python

# What is made once: the packages, and the static files. Only the result goes into the image, without pip's traces.
FROM python AS builder
WORKDIR /srv
RUN python -m venv --without-pip /srv/venv
COPY requirements.txt .
# Wheels alone, so that nothing is compiled.
RUN pip --python /srv/venv/bin/python install --no-cache-dir --require-hashes --only-binary :all: -r requirements.txt
WORKDIR /srv/criccone
COPY . .
# The manual, by tools that stay out of the image.
RUN python -m venv /tmp/tools && /tmp/tools/bin/pip install --no-cache-dir --require-hashes --only-binary :all: -r requirements-manual.txt \
    && /tmp/tools/bin/python -m sphinx -q -b html -c docs/manuale -t it docs/manuale/it criccone/manual/it \
    && /tmp/tools/bin/python -m sphinx -q -b html -c docs/manuale -t en docs/manuale/en criccone/manual/en \
    && rm -rf /tmp/tools docs criccone/manual/it/.doctrees criccone/manual/en/.doctrees
# The data folder made on the way holds a secret: it stays out of the image. The modules are compiled here, because a
# container cannot write them.
RUN SECRET_KEY=only-while-building ADMIN_PATH=admin CRICCONE_DATA=/tmp/build STATIC_ROOT=/srv/static /srv/venv/bin/python manage.py collectstatic --noinput -v 0 \
    && rm -rf /tmp/build && /srv/venv/bin/python -m compileall -q club criccone scoring tournaments

FROM python
ARG VERSION=unreleased
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Criccone" \
      org.opencontainers.image.description="Runs the tournament evenings of a tarocchino bolognese club" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="$VERSION" \
      org.opencontainers.image.revision="$REVISION"

# Chinese, Japanese and Korean letters, for names on paper: the faces in criccone/templates/print/fonts have none. pg_dump and
# pg_restore, for backups.
RUN apt-get update -qq \
    && apt-get install -y -qq --no-install-recommends fonts-wqy-microhei postgresql-client \
    && rm -rf /var/lib/apt/lists/*
RUN useradd --system --uid 999 --home-dir /data criccone && install -d -o criccone -g criccone /data

COPY --from=builder /srv /srv
ENV PATH=/srv/venv/bin:$PATH PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1 \
    CRICCONE_DATA=/data STATIC_ROOT=/srv/static PROMETHEUS_MULTIPROC_DIR=/tmp/metrics
WORKDIR /srv/criccone
USER criccone
VOLUME /data

EXPOSE 8000
# That of web; docker-compose.yml has those of worker and beat.
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s \
    CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://localhost:8000/salute/pagine/', timeout=4)"]
# Only the proxy reaches this port, so its word on the visitor's address and scheme is taken. Its own access log
# would keep the codes of tables, which are in paths: ours names routes. An unsafe configuration is told once, before
# several processes start.
CMD ["sh", "-c", "python -m criccone.operations.safety && exec uvicorn criccone.asgi:application --host 0.0.0.0 --port 8000 --workers ${WEB_WORKERS:-2} --http criccone.connections:BoundedProtocol --ws none --proxy-headers --forwarded-allow-ips '*' --no-access-log --log-level warning --timeout-graceful-shutdown 5"]
