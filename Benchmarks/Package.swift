// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
]

let package = Package(
  name: "MillraceBenchmarks",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "millrace-bench", targets: ["millrace-bench"])
  ],
  dependencies: [
    .package(name: "Millrace", path: "..")
  ],
  targets: [
    .target(name: "BenchSupport"),
    .systemLibrary(name: "SQLiteFloor"),
    .target(name: "Measuring", dependencies: ["BenchSupport"], swiftSettings: settings),
    .executableTarget(
      name: "millrace-bench",
      dependencies: [
        "BenchSupport", "Measuring", "SQLiteFloor",
        .product(name: "Millrace", package: "Millrace"),
        .product(name: "Aftermath", package: "Millrace"),
        .product(name: "AftermathComponents", package: "Millrace"),
        .product(name: "Flask", package: "Millrace"),
        .product(name: "Harvest", package: "Millrace"),
        .product(name: "Katana", package: "Millrace"),
        .product(name: "MillraceTesting", package: "Millrace"),
        .product(name: "MillraceCoding", package: "Millrace"),
        .product(name: "MillraceInspector", package: "Millrace"),
        .product(name: "MillraceInspectorWire", package: "Millrace"),
        .product(name: "MillraceJournal", package: "Millrace"),
        .product(name: "MillraceQueries", package: "Millrace"),
        .product(name: "MillraceSync", package: "Millrace"),
      ],
      path: "Sources/MillraceBench",
      swiftSettings: settings
    ),
    .testTarget(
      name: "MeasuringTests", dependencies: ["BenchSupport", "Measuring"], swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
