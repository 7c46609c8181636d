# Build it in an unpacked release (docs/installation.md#in-a-container), not in the sources: docker build -t inkling .
# Pin the base by its digest (--build-arg BASE=debian@sha256:…) for repeatable builds.
ARG BASE=debian:bookworm-slim
FROM ${BASE} AS program
# A server installs and mounts nothing, so package managers, Perl and similar tools only add to the size and the attack
# surface. The list of packages stays for vulnerability scanners.
RUN rm -rf /etc/apt /usr/bin/apt* /usr/bin/dpkg* /usr/bin/gpgv /usr/bin/localedef /usr/bin/perl* /usr/lib/apt /usr/sbin/* \
    /usr/lib/*/libapt-* /usr/lib/*/libdb-* /usr/lib/*/libgcrypt* /usr/lib/*/libgnutls* /usr/lib/*/libp11-kit* \
    /usr/lib/*/libunistring* /usr/lib/*/perl* /usr/lib/*/gconv /usr/share/doc /usr/share/info /usr/share/locale \
    /usr/share/man /usr/share/perl* /var/cache/* /var/lib/apt /var/lib/dpkg/info /var/log/* \
  && find / -xdev -type f -perm /6000 -exec chmod a-s {} + \
  && echo 'inkling:x:1000:1000::/data:/bin/false' >> /etc/passwd && echo 'inkling:x:1000:' >> /etc/group \
  && mkdir /data && chown 1000:1000 /data
COPY . /opt/inkling/
# Compiles the code once, since the file system is read-only later.
RUN ["/opt/inkling/inkling", "help"]

FROM scratch
COPY --from=program / /
ENV PATH=/opt/inkling:/usr/bin:/bin NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /opt/inkling
USER 1000:1000
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
# The first start creates the database, and an upgrade may run migrations.
HEALTHCHECK --interval=30s --timeout=5s --start-period=10m CMD ["node_modules/node/bin/node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["inkling"]
CMD ["start"]
