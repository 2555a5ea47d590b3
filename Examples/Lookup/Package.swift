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
let millraceTesting = Target.Dependency.product(name: "MillraceTesting", package: "Millrace")

let package = Package(
  name: "Lookup",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "lookup", targets: ["LookupProgram"])],
  dependencies: [.package(name: "Millrace", path: "../..")],
  targets: [
    // What the program does, which prints nothing.
    .target(name: "LookupLogic", dependencies: [millrace], swiftSettings: settings),
    // What it reads and prints. A session from a file has a clock that is moved by hand, which is what the
    // second product is for.
    .executableTarget(
      name: "LookupProgram", dependencies: ["LookupLogic", millrace, millraceTesting],
      swiftSettings: settings),
    .testTarget(
      name: "LookupLogicTests", dependencies: ["LookupLogic", millrace, millraceTesting],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
