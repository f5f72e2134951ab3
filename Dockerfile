# docker build -t delirious .
# docker run --env-file environment -p 8080:8080 delirious
FROM rust:1-bookworm AS build
WORKDIR /src
COPY . .
RUN SQLX_OFFLINE=true cargo build --release --locked --bin delirious

FROM debian:bookworm-slim
RUN useradd --system --home /app delirious
WORKDIR /app
COPY --from=build /src/target/release/delirious ./
USER delirious
ENV LISTEN=0.0.0.0:8080
EXPOSE 8080
ENTRYPOINT ["./delirious"]
CMD ["serve"]
