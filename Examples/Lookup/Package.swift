// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
]

let millrace = Target.Dependency.product(name: "Millrace", package: "Millrace")
let millraceLogging = Target.Dependency.product(name: "MillraceLogging", package: "Millrace")
let millraceTesting = Target.Dependency.product(name: "MillraceTesting", package: "Millrace")
let lineTerminal = Target.Dependency.product(name: "LineTerminal", package: "Support")

let package = Package(
  name: "Lookup",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "lookup", targets: ["LookupProgram"])],
  dependencies: [.package(name: "Millrace", path: "../.."), .package(name: "Support", path: "../Support")],
  targets: [
    // The logic, which prints nothing.
    .target(name: "LookupLogic", dependencies: [millrace], swiftSettings: settings),
    // Input and output. A session from a file has a manual clock, from MillraceTesting.
    .executableTarget(
      name: "LookupProgram",
      dependencies: ["LookupLogic", millrace, millraceLogging, millraceTesting, lineTerminal],
      swiftSettings: settings),
    .testTarget(
      name: "LookupLogicTests", dependencies: ["LookupLogic", millrace, millraceTesting],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
