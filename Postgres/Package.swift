// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
]

func millrace(_ names: String...) -> [Target.Dependency] {
  names.map { .product(name: $0, package: "Millrace") }
}

let package = Package(
  name: "Postgres",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "MillracePostgres", targets: ["MillracePostgres"]),
    .executable(name: "sync-bench", targets: ["SyncBench"]),
  ],
  dependencies: [.package(name: "Millrace", path: "..")],
  targets: [
    .systemLibrary(
      name: "CPostgres", pkgConfig: "libpq", providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
    .target(
      name: "MillracePostgres",
      dependencies: ["CPostgres"] + millrace("Millrace", "MillraceSync", "MillraceCoding"),
      swiftSettings: settings),
    // `ProcessFixture` of the repository's own tests, through a symbolic link; under another name, because an
    // example has both this package and Support.
    .target(name: "PostgresProcesses", path: "Tests/ProcessFixture", swiftSettings: settings),
    // The figures of Scripts/bench.
    .systemLibrary(name: "HeapOfC", path: "Benchmarks/HeapOfC"),
    .executableTarget(
      name: "SyncBench",
      dependencies: ["CPostgres", "HeapOfC", "MillracePostgres", "PostgresProcesses"]
        + millrace("Millrace", "MillraceSync"),
      path: "Benchmarks/SyncBench", swiftSettings: settings),
    .executableTarget(
      name: "PostgresFixture",
      dependencies: ["MillracePostgres"] + millrace("Millrace", "MillraceSync"),
      path: "Tests/PostgresFixture",
      swiftSettings: settings),
    .testTarget(
      name: "MillracePostgresTests",
      dependencies: ["MillracePostgres", "PostgresFixture", "PostgresProcesses"]
        + millrace("Millrace", "MillraceSync", "MillraceSyncTesting", "MillraceCoding"),
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
