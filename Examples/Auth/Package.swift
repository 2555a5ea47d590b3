// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
]

let katana = Target.Dependency.product(name: "Katana", package: "Millrace")
let katanaHTTP = Target.Dependency.product(name: "KatanaHTTP", package: "Millrace")
let katanaTesting = Target.Dependency.product(name: "KatanaTesting", package: "Millrace")
let millraceDifference = Target.Dependency.product(name: "MillraceDifference", package: "Millrace")
let millraceLogging = Target.Dependency.product(name: "MillraceLogging", package: "Millrace")
let millraceTesting = Target.Dependency.product(name: "MillraceTesting", package: "Millrace")
let lineTerminal = Target.Dependency.product(name: "LineTerminal", package: "Support")
let httpFixture = Target.Dependency.product(name: "HTTPFixture", package: "Support")

let package = Package(
  name: "Auth",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "auth", targets: ["AuthProgram"])],
  dependencies: [.package(name: "Millrace", path: "../.."), .package(name: "Support", path: "../Support")],
  targets: [
    // Two modules that know neither each other nor how their commands are carried out.
    .target(name: "Session", dependencies: [katana, millraceDifference], swiftSettings: settings),
    .target(name: "Feed", dependencies: [katana, millraceDifference], swiftSettings: settings),
    // The interpreters: the only module that knows addresses and formats.
    .target(
      name: "Interpreters", dependencies: ["Session", "Feed", katana, katanaHTTP], swiftSettings: settings),
    // The server, on the HTTP server of the repository's own tests.
    .target(name: "AuthServer", dependencies: [httpFixture], swiftSettings: settings),
    // The application, which knows all of them. A session from a file has a manual clock, from
    // MillraceTesting.
    .executableTarget(
      name: "AuthProgram",
      dependencies: [
        "Session", "Feed", "Interpreters", "AuthServer", katana, millraceDifference, millraceLogging,
        millraceTesting, lineTerminal,
      ],
      swiftSettings: settings),
    .testTarget(
      name: "SessionTests", dependencies: ["Session", katana, katanaTesting, millraceDifference],
      swiftSettings: settings),
    .testTarget(
      name: "FeedTests", dependencies: ["Feed", katana, katanaTesting, millraceTesting],
      swiftSettings: settings),
    .testTarget(
      name: "InterpretersTests",
      dependencies: [
        "Session", "Feed", "Interpreters", katana, katanaHTTP, katanaTesting, millraceDifference,
        millraceTesting,
      ],
      swiftSettings: settings),
    .testTarget(
      name: "AuthServerTests", dependencies: ["AuthServer", httpFixture], swiftSettings: settings),
    .testTarget(
      name: "AuthProgramTests",
      dependencies: [
        "AuthProgram", "AuthServer", "Session", "Feed", "Interpreters", katana, millraceDifference,
        millraceTesting, lineTerminal,
      ], swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
