// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
]

// A product for each target, so that an example links only what it uses.
let package = Package(
  name: "Support",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "LineTerminal", targets: ["LineTerminal"]),
    .library(name: "FlowWatch", targets: ["FlowWatch"]),
    .library(name: "HTTPFixture", targets: ["HTTPFixture"]),
    .library(name: "ProcessSignals", targets: ["ProcessSignals"]),
  ],
  dependencies: [.package(name: "Millrace", path: "../..")],
  targets: [
    // Lines with a prompt, for the small examples, and what a session needs to know of a flow.
    .target(name: "LineTerminal", swiftSettings: settings),
    .target(
      name: "FlowWatch", dependencies: [.product(name: "Millrace", package: "Millrace")],
      swiftSettings: settings),
    .testTarget(
      name: "FlowWatchTests",
      dependencies: ["FlowWatch"]
        + ["Millrace", "MillraceTesting"].map { .product(name: $0, package: "Millrace") },
      swiftSettings: settings),
    .target(name: "ProcessSignals", swiftSettings: settings),
    .testTarget(name: "ProcessSignalsTests", dependencies: ["ProcessSignals"], swiftSettings: settings),
    // The HTTP server of the repository's own tests, through a symbolic link.
    .target(name: "HTTPFixture", swiftSettings: settings),
    .testTarget(name: "LineTerminalTests", dependencies: ["LineTerminal"], swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
