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
  ],
  targets: [
    .target(name: "MillraceCore", swiftSettings: settings),
    .testTarget(
      name: "MillraceCoreTests",
      dependencies: ["MillraceCore"],
      swiftSettings: settings
    ),
  ],
  swiftLanguageModes: [.v6]
)
