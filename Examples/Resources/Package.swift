// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
]

let aftermath = Target.Dependency.product(name: "Aftermath", package: "Millrace")
let millraceHTTP = Target.Dependency.product(name: "MillraceHTTP", package: "Millrace")
let millraceDependencies = Target.Dependency.product(name: "MillraceDependencies", package: "Millrace")
let millraceTesting = Target.Dependency.product(name: "MillraceTesting", package: "Millrace")
let lineTerminal = Target.Dependency.product(name: "LineTerminal", package: "Support")
let httpFixture = Target.Dependency.product(name: "HTTPFixture", package: "Support")

let package = Package(
  name: "Resources",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "Features", targets: ["Features"]),
    .executable(name: "resources", targets: ["ResourceProgram"]),
  ],
  dependencies: [.package(name: "Millrace", path: "../.."), .package(name: "Support", path: "../Support")],
  targets: [
    // The library: commands and handlers for any REST resource.
    .target(name: "Features", dependencies: [aftermath, millraceHTTP], swiftSettings: settings),
    // The server, on the HTTP server of the repository's own tests.
    .target(name: "ResourceServer", dependencies: [httpFixture], swiftSettings: settings),
    // The application: two features, one story of its own, and its output.
    .executableTarget(
      name: "ResourceProgram",
      dependencies: ["Features", "ResourceServer", aftermath, millraceHTTP, lineTerminal],
      swiftSettings: settings),
    .testTarget(
      name: "FeaturesTests",
      dependencies: [
        "Features", httpFixture, aftermath, millraceDependencies, millraceHTTP, millraceTesting,
      ],
      swiftSettings: settings),
    .testTarget(
      name: "ResourceServerTests", dependencies: ["ResourceServer", httpFixture],
      swiftSettings: settings),
    .testTarget(
      name: "ResourceProgramTests",
      dependencies: [
        "ResourceProgram", "Features", "ResourceServer", aftermath, millraceDependencies, millraceHTTP,
      ],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
