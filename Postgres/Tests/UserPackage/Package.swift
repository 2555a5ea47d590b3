// swift-tools-version: 6.2
import PackageDescription

// The logs in PostgreSQL as their users have them: from outside, in language mode 6 without further flags,
// and with the settings of a new project in Xcode.

let dependencies: [Target.Dependency] =
  ["Millrace", "MillraceSync", "MillraceSyncTesting"].map { .product(name: $0, package: "Millrace") }
  + [.product(name: "MillracePostgres", package: "Postgres")]

let package = Package(
  name: "PostgresUserPackage",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "Millrace", path: "../../.."), .package(name: "Postgres", path: "../.."),
  ],
  targets: [
    .target(name: "PostgresUser", dependencies: dependencies, path: "PostgresUser"),
    .target(
      name: "PostgresMainActorUser", dependencies: dependencies, path: "PostgresMainActorUser",
      swiftSettings: [
        .defaultIsolation(MainActor.self),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .enableUpcomingFeature("InferIsolatedConformances"),
        .enableUpcomingFeature("MemberImportVisibility"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
