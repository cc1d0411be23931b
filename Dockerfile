# The hub, as a user without rights on a read-only root; /data is the only place it writes to.
FROM node:22-bookworm-slim AS build
WORKDIR /src
COPY . .
RUN npm ci --no-audit --no-fund && npm pack --pack-destination /out

FROM node:22-bookworm-slim
RUN apt-get update && apt-get install -y --no-install-recommends git ca-certificates openssh-client && rm -rf /var/lib/apt/lists/*
COPY --from=build /out/pilotbook-*.tgz /tmp/
RUN npm install --global --no-audit --no-fund /tmp/pilotbook-*.tgz && rm /tmp/pilotbook-*.tgz && mkdir /data && chown node:node /data
USER node
WORKDIR /data
EXPOSE 7333
ENTRYPOINT ["pilotbook"]
CMD ["hub", "--config", "/etc/pilotbook/hub.toml", "--data", "/data", "--listen", "0.0.0.0:7333", "--insecure-bind"]
