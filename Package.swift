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
  name: "Millrace",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .library(name: "MillraceCore", targets: ["MillraceCore"]),
    .library(name: "Millrace", targets: ["Millrace"]),
    .library(name: "MillraceTesting", targets: ["MillraceTesting"]),
  ],
  targets: [
    .target(name: "MillraceCore", swiftSettings: settings),
    .target(name: "Millrace", dependencies: ["MillraceCore"], swiftSettings: settings),
    .target(name: "MillraceTesting", dependencies: ["Millrace"], swiftSettings: settings),
    .testTarget(
      name: "MillraceCoreTests",
      dependencies: ["MillraceCore"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "MillraceTests",
      dependencies: ["Millrace", "MillraceTesting"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "MillraceTestingTests",
      dependencies: ["MillraceTesting"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "SampleTests",
      dependencies: ["MillraceCore", "Millrace", "MillraceTesting"],
      swiftSettings: settings
    ),
  ],
  swiftLanguageModes: [.v6]
)
